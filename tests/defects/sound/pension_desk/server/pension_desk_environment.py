"""A day at the pension desk: four cases, one answer each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..models import Case, DeskAnswer, DeskObservation
from ..scheme import CASES, VERDICTS, day, is_right

LEVELS = (1, 2)


@dataclass
class Day:
    """The cases of the day, and which answers were right."""

    level: int
    cases: list[Case]
    right: list[bool] = field(default_factory=list)
    known_verdict: bool = False


class PensionDeskEnvironment(VerifiedEnvironment[DeskAnswer, DeskObservation, VerifiedState, Day]):
    """Tell four members whether they keep within the annual allowance."""

    max_steps = CASES
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: t.facts["right"] / CASES, kind="outcome"),
        Column("form", lambda t: float(t.facts["known_verdict"]), kind="format", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """Begin a day; options other than `level` are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Day, DeskObservation]:
        """Draw the cases."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"no level {level}: choose one of {list(LEVELS)}")
        today = Day(level, day(rng))
        return today, _observation(today)

    def advance(self, today: Day, action: DeskAnswer) -> DeskObservation:
        """Note the answer, and call the next member."""
        case = today.cases[len(today.right)]
        today.known_verdict = action.verdict.strip().lower() in VERDICTS
        today.right.append(is_right(case, today.level, action.verdict, action.excess))
        return _observation(today)

    def facts(self, today: Day) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"right": sum(today.right), "known_verdict": today.known_verdict}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name == "level"}


def _observation(today: Day) -> DeskObservation:
    left = len(today.cases) - len(today.right)
    return DeskObservation(
        level=today.level,
        case=today.cases[len(today.right)] if left else None,
        cases_left=left,
        done=not left,
    )
