"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import PinboardAction, PinboardObservation
from ..registry import PACKAGES, Advisory, Registry, draw

ATTEMPTS = 4
REGISTRIES = 4000
HELD_OUT = 500
SHOWN_PROBLEMS = 3


@dataclass
class Request:
    """Everything that changes during an episode. `begin` creates a new request."""

    registry: Registry
    attempts: int = 0
    lock: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def resolved(self) -> bool:
        """Whether the last lock can be installed."""
        return self.attempts > 0 and not self.problems


def tasks() -> TaskSet[int]:
    """Every registry is a task, drawn from its level and number; some are held out."""
    train, test = {}, {}
    for level in PACKAGES:
        train[level], test[level] = hold_out(range(REGISTRIES), HELD_OUT, seed=level)
    return TaskSet({"train": train, "test": test})


class PinboardEnvironment(
    VerifiedEnvironment[PinboardAction, PinboardObservation, VerifiedState, Request]
):
    """Lock every package to a release so that all of them work together, without advisories."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("resolved", lambda t: float(t.facts["resolved"]), kind="outcome"),
        Column(
            "attempt",
            lambda t: -float(not t.facts["resolved"]),
            kind="cost",
            range=(-1, 0),
            weight=0.05,
        ),
        Column("complete", lambda t: float(t.facts["complete"]), kind="format", weight=0.0),
        Column("unaffected", lambda t: float(t.facts["unaffected"]), kind="safety", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Request, PinboardObservation]:
        """Draw the registry of the task."""
        assert setup.task is not None
        request = Request(draw(setup.task.level, setup.task.payload))
        return request, _observation(request)

    def advance(self, request: Request, action: PinboardAction) -> PinboardObservation:
        """Try to install the lock."""
        request.attempts += 1
        request.lock = action.lock
        request.problems = request.registry.problems(action.lock)
        return _observation(request)

    def facts(self, request: Request) -> Mapping[str, Any]:
        """What the reward columns read; the agent never sees it."""
        registry, lock = request.registry, request.lock
        return {
            "resolved": request.resolved,
            "complete": all(
                1 <= lock.get(name, 0) <= registry.latest[name] for name in registry.latest
            ),
            "unaffected": not any(a.covers(lock.get(a.package)) for a in registry.advisories),
        }


def _observation(request: Request) -> PinboardObservation:
    registry = request.registry
    return PinboardObservation(
        latest=registry.latest,
        at_least=registry.at_least,
        needs=[
            f"{need.package} {need.release}: {need.other} {need.lowest}-{need.highest}"
            for need in registry.needs
        ],
        advisories=[_written(advisory, registry) for advisory in registry.advisories],
        problems=request.problems[:SHOWN_PROBLEMS],
        attempts_left=ATTEMPTS - request.attempts,
        done=request.resolved,
    )


def _written(advisory: Advisory, registry: Registry) -> str:
    fix = f"fixed in {advisory.fixed}"
    if advisory.fixed > registry.latest[advisory.package]:
        fix = "not fixed yet"
    return f"{advisory.package} {advisory.introduced}-{advisory.fixed - 1}: {fix}"
