"""What the first look at a subject found, as plain data, and whole episodes as it plays them.

Each property starts from the same facts in a clean process.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import Any

from hallmark_rl.conformance.actions.source import as_plain
from hallmark_rl.conformance.client.in_process import Local, open_driver
from hallmark_rl.conformance.core.episode import Action, Episode
from hallmark_rl.sdk.subject.description import Subject

FIRST_SEED = 1


@dataclass
class Played:
    """One finished episode: what was done and what it earned."""

    seed: int | None
    actions: list[Action]
    rewards: list[float]
    done: bool
    success: bool | None = None
    secrets: list[str] = field(default_factory=list)
    error: str = ""

    @property
    def total(self) -> float:
        """The episode's return."""
        return sum(self.rewards)

    def episode(self, label: str) -> Episode:
        """The calls."""
        return Episode.of(self.seed, self.actions, label)


@dataclass
class Survey:
    """What the first look found."""

    startup: str = ""
    home: str = ""
    use_async: bool = False
    accepts: dict[str, bool] = field(default_factory=dict)
    schema: dict[str, Any] = field(default_factory=dict)
    observation_schema: dict[str, Any] = field(default_factory=dict)
    tokens: dict[str, list[str]] = field(default_factory=dict)
    tools: list[dict[str, Any]] = field(default_factory=list)
    pool: list[Action] = field(default_factory=list)
    invalid: list[Action] = field(default_factory=list)
    evidence: dict[str, str] = field(default_factory=dict)
    solutions: list[Played] = field(default_factory=list)
    idle: list[Played] = field(default_factory=list)
    chance: list[Played] = field(default_factory=list)
    reset_s: float = 0.0
    step_s: float = 0.0
    deterministic: bool = True
    difference: str = ""
    longest: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Survey:
        """The inverse of `to_dict`."""
        played = {
            name: [Played(**one) for one in data.get(name, ())]
            for name in ("solutions", "idle", "chance")
        }
        return cls(**{**data, **played})


def play_policy(
    subject: Subject, found: Survey, policy: Any, seed: int | None, limit: int, **setup: Any
) -> Played:
    """Let `policy(env, observation) -> action` play one episode in process.

    `setup` holds options of `reset()` beside the seed.
    """
    driver = Local(subject, use_async=found.use_async)
    seen = driver.reset(**({} if seed is None else {"seed": seed}), **setup)
    one = Played(seed, [], [], seen.done)
    one.secrets = find_secrets(subject, driver)
    began = time.monotonic()
    while not seen.done and len(one.actions) < limit and time.monotonic() - began < 20:
        try:
            action = as_plain(policy(driver.env, seen.raw))
        except Exception as error:
            one.error = f"it raised {type(error).__name__}: {error} (seed {seed})"
            break
        seen = driver.step(action)
        one.actions.append(action)
        one.rewards.append(seen.pay)
        if seen.data is None:
            one.error = f"its action made step() raise {seen.error}: {seen.message} (seed {seed})"
            break
    one.done = seen.done
    one.success = success_of(seen.data)
    driver.close()
    return one


def play_actions(
    subject: Subject, found: Survey, actions: list[Action], seed: int | None
) -> Played:
    """Play given actions until the episode ends."""
    driver = open_driver(subject, use_async=found.use_async)
    seen = driver.reset(**({} if seed is None else {"seed": seed}))
    one = Played(seed, [], [], seen.done)
    spent = 0.0
    for action in actions:
        if seen.done or spent > 4.0:
            break
        seen = driver.step(action)
        spent += seen.seconds
        one.actions.append(action)
        one.rewards.append(seen.pay)
        if seen.data is None:
            one.error = f"{seen.error}: {seen.message}"
            break
    one.done = seen.done
    one.success = success_of(seen.data)
    driver.close()
    return one


def find_secrets(subject: Subject, driver: Local) -> list[str]:
    """What the author's `secrets(env)` says, as texts."""
    maker = getattr(subject.proof, "secrets", None)
    if not callable(maker):
        return []
    try:
        return [str(secret) for secret in maker(driver.env) if secret not in (None, "")]
    except Exception:
        return []


def success_of(data: Any) -> bool | None:
    """A flag for success in the last message, under the names that authors use."""
    if not isinstance(data, dict):
        return None
    places = [data, data.get("metadata"), data.get("info")]
    for place in places:
        if isinstance(place, dict):
            for name in ("success", "solved", "won", "is_success", "is_correct", "correct", "win"):
                if isinstance(place.get(name), bool):
                    return bool(place[name])
    return None
