"""Play a recorded failure again, and check its property with it.

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

from hallmark_rl.conformance.client.in_process import Driver, Seen, open_driver
from hallmark_rl.conformance.core.episode import Action, Call, Episode
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.session import Session
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.sdk.subject.load import load_subject


class Replay:
    """Sessions of a subject that remember their calls, and the property to be checked with them.

    Args:
        name: id of the property.
        spec: the subject: folder, `module:Class` or address.
        proof: a file of evidence, as with `--proof`.
        env_args: constructor arguments.
    """

    def __init__(
        self, name: str, spec: str, *, proof: str = "", env_args: dict[str, Any] | None = None
    ) -> None:
        self._target = Target(spec, PROFILES["quick"], proof, env_args or {}, parallel=1)
        self._name = name
        self._subject = load_subject(spec, proof=Path(proof) if proof else None, env_args=env_args)
        self._calls: list[Call] = []
        self._opened = 0

    def open(self) -> Recorded:
        """A new instance of the environment, or a session on the server."""
        self._opened += 1
        return Recorded(open_driver(self._subject), self._calls, self._opened - 1)

    def check(self) -> str:
        """What the property comes to with the calls so far, in processes of its own."""
        result, _ = checked(self._name, self._target, Episode(tuple(self._calls)))
        return f"{self._name}: {result.status}: {result.message}".rstrip(": ")


class Recorded:
    """One session; every call is noted."""

    def __init__(self, driver: Driver, calls: list[Call], session: int) -> None:
        self._driver, self._calls, self._session = driver, calls, session

    def reset(self, **options: Any) -> Seen:
        """Begin an episode."""
        self._calls.append(Call("reset", options=options, session=self._session))
        return self._driver.reset(**options)

    def step(self, action: Action) -> Seen:
        """Play an action."""
        self._calls.append(Call("step", action, session=self._session))
        return self._driver.step(action)

    def state(self) -> Seen:
        """Read the state."""
        self._calls.append(Call("state", session=self._session))
        return self._driver.state()


def checked(name: str, target: Target, episode: Episode) -> tuple[Result, list[str]]:
    """The outcome of a property that tries `episode` first, and what each of its calls gave."""
    with tempfile.TemporaryDirectory() as scratch:
        session = Session(target, [name], Path(scratch))
        session.store(name, {"episode": episode.to_dict()})
        try:
            session.start()
            return session.result(name), session.calls(episode)
        except SubjectFailed as failed:
            return Result(name, "error", str(failed)), []
        finally:
            session.close()


def replayed(data: dict[str, Any], spec: str) -> tuple[Result, list[str]]:
    """The outcome of a file in `replays/`, and what each of its calls gave."""
    args = ast.literal_eval(data.get("env_args") or "{}")
    proof, seed = data.get("proof", ""), int(data.get("seed", 0))
    target = Target(spec, PROFILES["quick"], proof, args, seed, parallel=1)
    return checked(data["property"], target, Episode.from_dict(data["episode"]))
