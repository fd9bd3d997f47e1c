"""Three attempts at a mock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..mock import passed
from ..models import MockAction, MockObservation, Recording
from ..service import CHECKS, RECORDED, Call, Service, draw_calls, draw_service

ATTEMPTS = 3


@dataclass
class Exercise:
    """The service, the calls that are shown, and the calls that are checked."""

    service: Service
    recorded: list[Call]
    checks: Secret[list[tuple[str, str]]]
    attempts: int = 0
    passed: int = 0

    def hidden(self) -> list[Call]:
        return [Call(method, path) for method, path in self.checks.reveal()]


class ApiMockEnvironment(VerifiedEnvironment[MockAction, MockObservation, VerifiedState, Exercise]):
    """Write a mock that passes all hidden checks."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    reward = Reward(
        Column("all_checks", lambda t: float(t.facts["passed"] == CHECKS), kind="outcome"),
        Column("checks", lambda t: t.facts["passed"] / CHECKS, kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Exercise, MockObservation]:
        """Draw a service, the recording and the checks."""
        level = 1 if setup.level is None else setup.level
        if level not in (1, 2):
            raise SetupError(f"level must be 1 or 2, not {level}")
        service = draw_service(rng, level)
        source = f"{rng.getrandbits(64)}"
        recorded = draw_calls(service, source, RECORDED)
        hidden = draw_calls(service, f"{source} checks", CHECKS)
        exercise = Exercise(
            service, recorded, Secret([(call.method, call.path) for call in hidden])
        )
        return exercise, _observe(exercise)

    def advance(self, exercise: Exercise, action: MockAction) -> MockObservation:
        """Run the checks on the mock."""
        exercise.attempts += 1
        exercise.passed = passed(exercise.service, action.rules, exercise.hidden())
        return _observe(exercise)

    def facts(self, exercise: Exercise) -> Mapping[str, Any]:
        """What the columns read."""
        return {"passed": exercise.passed}

    def secrets(self, exercise: Exercise) -> list[str]:
        """The calls of the checks are not shown, unless they were recorded by chance."""
        return []

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> MockObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> MockObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    names = {"split", "index", "level"}
    return {name: value for name, value in options.items() if name in names}


def _observe(exercise: Exercise) -> MockObservation:
    recorded = []
    for call in exercise.recorded:
        status, body = exercise.service.answer(call)
        recorded.append(Recording(method=call.method, path=call.path, status=status, body=body))
    return MockObservation(
        description=exercise.service.description(),
        recorded=recorded,
        checks=CHECKS,
        checks_passed=exercise.passed,
        attempts_left=ATTEMPTS - exercise.attempts,
        done=exercise.passed == CHECKS,
    )
