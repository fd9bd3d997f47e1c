"""One application at the desk, and the reward for the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import DeskAction, DeskObservation, Rule
from ..rulebook import MEASURES, RULES_OF_LEVEL, Slip, draw_slip, read_verdict

_OPTIONS = ("split", "index", "level")


@dataclass
class Case:
    """An application and the verdict on it."""

    slip: Slip
    verdict: frozenset[str] | None = None


class PhotoDeskEnvironment(VerifiedEnvironment[DeskAction, DeskObservation, VerifiedState, Case]):
    """One photo, one verdict. `reset(level=1|2, split="train"|"test", index=...)`."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = TaskSet(
        {
            "train": {level: range(4000) for level in RULES_OF_LEVEL},
            "test": {level: range(4000, 5000) for level in RULES_OF_LEVEL},
        }
    )
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
        Column("overlap", lambda t: t.facts["overlap"], kind="process", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """As in the base class, but options that are not known are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Case, DeskObservation]:
        """Take the application with the task's number."""
        assert setup.task is not None
        level = setup.task.level
        slip = draw_slip(Random(f"photo desk {level} {setup.task.payload}"), level)
        return Case(slip), _observation(slip)

    def advance(self, case: Case, action: DeskAction) -> DeskObservation:
        """Read the verdict."""
        case.verdict = read_verdict(action.verdict)
        note = "" if case.verdict is not None else "write codes such as R2, R5, or accept"
        return _observation(case.slip, note, done=True)

    def facts(self, case: Case) -> Mapping[str, Any]:
        """Whether the verdict is right, and how much of it."""
        broken = case.slip.broken()
        named = case.verdict
        union = broken | (named or frozenset())
        return {
            "right": named == broken,
            "readable": named is not None,
            "overlap": len(broken & named) / len(union) if named and union else 0.0,
        }


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _OPTIONS}


def _observation(slip: Slip, note: str = "", *, done: bool = False) -> DeskObservation:
    return DeskObservation(
        level=slip.level,
        country=slip.country,
        applicant_age=slip.age,
        rules=[
            Rule(code=code, measure=MEASURES[code], low=low, high=high)
            for code, (low, high) in slip.limits.items()
        ],
        child_allowance=slip.allowance,
        measured=dict(slip.measured),
        note=note,
        done=done,
    )
