"""Play a stored failure again, and check its property with it.

replay = Replay("reset.seed_zero", "envs/wordle")
env = replay.open()
print(env.reset(seed=0))
print(replay.check())
"""

from __future__ import annotations

import ast
import tempfile
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.client.open_driver import Driver, open_driver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.session import Session
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.sdk.subject.load import load_subject


class Replay:
    """Sessions of a subject that record their calls, and the property to check with these.

    Args:
        name: id of the property.
        spec: the subject: folder, `module:Class` or address.
        proof: a file of evidence, as with `--proof`.
        env_args: arguments of the environment's constructor.
        profile: name of the profile in which the property is checked.
        seed: seed of the suite's own choices.
        folder: the folder of the server at the address, as with `--folder`.
        headers: HTTP headers for the server at the address, as with `--header`.
    """

    def __init__(
        self,
        name: str,
        spec: str,
        *,
        proof: str = "",
        env_args: dict[str, Any] | None = None,
        profile: str = "quick",
        seed: int = 0,
        folder: str = "",
        headers: dict[str, str] | None = None,
    ) -> None:
        self._target = Target(
            spec,
            PROFILES[profile],
            proof,
            env_args or {},
            seed,
            parallel=1,
            folder=folder,
            headers=headers or {},
        )
        self._name = name
        self._subject = load_subject(
            spec,
            proof=Path(proof) if proof else None,
            env_args=env_args,
            folder=Path(folder) if folder else None,
            headers=headers,
        )
        self._calls: list[Call] = []
        self._opened = 0

    def open(self) -> RecordingDriver:
        """Open a new instance of the environment, or a new session of the server."""
        self._opened += 1
        return RecordingDriver(open_driver(self._subject), self._calls, self._opened - 1)

    def check(self) -> str:
        """Check the property with the calls made so far, in new processes; the result as text."""
        result, _ = check_episode(self._name, self._target, Episode(tuple(self._calls)))
        return f"{self._name}: {result.status}: {result.message}".rstrip(": ")


class RecordingDriver:
    """One session; each call is made and added to `calls`."""

    def __init__(self, driver: Driver, calls: list[Call], session: int) -> None:
        self._driver, self._calls, self._session = driver, calls, session

    def reset(self, **options: Any) -> Response:
        """Start an episode."""
        self._calls.append(Call("reset", options=options, session=self._session))
        return self._driver.reset(**options)

    def step(self, action: Action) -> Response:
        """Play an action."""
        self._calls.append(Call("step", action, session=self._session))
        return self._driver.step(action)

    def state(self) -> Response:
        """Read the state."""
        self._calls.append(Call("state", session=self._session))
        return self._driver.state()


def check_episode(name: str, target: Target, episode: Episode) -> tuple[Result, list[str]]:
    """Check a property, with `episode` tried first.

    Returns the result and a line of text for each call of the episode. A subject that cannot be
    loaded gives a result with the status `error`.
    """
    with tempfile.TemporaryDirectory() as scratch:
        session = Session(target, [name], Path(scratch))
        session.failures.store(name, {"episode": episode.to_dict()})
        try:
            session.start()
            return session.result(name), session.calls(episode)
        except SubjectFailed as failed:
            return Result(name, "error", str(failed)), []
        finally:
            session.close()


def replayed(
    data: dict[str, Any], spec: str, *, folder: str = "", headers: dict[str, str] | None = None
) -> tuple[Result, list[str]]:
    """Check a stored failure, given as the content of a file in `replays/`, on a subject.

    Args:
        data: the content of the file.
        spec: the subject to play on.
        folder: the folder of the server at the address; by default the recorded one.
        headers: HTTP headers for the server at the address; they are not recorded.

    Returns the result of its property and a line of text for each of its calls.
    """
    env_args = ast.literal_eval(data.get("env_args") or "{}")
    proof, seed = data.get("proof", ""), int(data.get("seed", 0))
    profile = PROFILES.get(data.get("profile", ""), PROFILES["quick"])
    is_server = "://" in spec
    target = Target(
        spec,
        profile,
        proof,
        env_args,
        seed,
        parallel=1,
        folder=(folder or data.get("folder", "")) if is_server else "",
        headers=(headers or {}) if is_server else {},
    )
    return check_episode(data["property"], target, Episode.from_dict(data["episode"]))
