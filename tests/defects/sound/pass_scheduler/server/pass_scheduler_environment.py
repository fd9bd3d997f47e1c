"""The pass scheduler: one board, one plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import Pass, PassBoard, PassPlan
from ..schedule import COUNT, best_plan, draw_budget, draw_passes, feasible

SLEWS = (0, 2, 5)


@dataclass
class Shift:
    """One shift at the station."""

    passes: list[Pass]
    slew: int
    budget: int
    optimum: int
    verdict: str = ""
    downloaded: int = 0


class PassSchedulerEnvironment(VerifiedEnvironment[PassPlan, PassBoard, VerifiedState, Shift]):
    """Plan a shift of one antenna for as much data as possible."""

    max_steps = 1
    step_timeout_s = 5.0
    options: ClassVar[Mapping[str, Any]] = {"slew_minutes": 2}
    reward = Reward(
        Column(
            "data",
            lambda t: min(1.0, t.facts["downloaded"] / t.facts["optimum"]),
            kind="outcome",
        ),
        Column("feasible", lambda t: float(t.facts["feasible"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Shift, PassBoard]:
        """Draw the passes and the energy of a shift."""
        level = 1 if setup.level is None else setup.level
        if level not in COUNT:
            raise SetupError(f"level must be one of {sorted(COUNT)}")
        slew = setup.options["slew_minutes"]
        if isinstance(slew, bool) or slew not in SLEWS:
            raise SetupError(f"slew_minutes must be one of {SLEWS}")
        passes = draw_passes(rng, level)
        budget = draw_budget(rng, passes)
        optimum = sum(one.megabytes for one in best_plan(passes, slew, budget))
        shift = Shift(passes, slew, budget, optimum)
        return shift, _board(shift)

    def advance(self, shift: Shift, action: PassPlan) -> PassBoard:
        """Check the plan, and count the data of a plan that can be carried out."""
        by_id = {one.id: one for one in shift.passes}
        if any(name not in by_id for name in action.passes):
            shift.verdict = "unknown pass"
            return _board(shift)
        chosen = [by_id[name] for name in action.passes]
        if not feasible(chosen, shift.slew):
            shift.verdict = "conflict"
        elif sum(one.energy for one in chosen) > shift.budget:
            shift.verdict = "energy"
        else:
            shift.verdict = "feasible"
            shift.downloaded = sum(one.megabytes for one in chosen)
        return _board(shift)

    def facts(self, shift: Shift) -> Mapping[str, Any]:
        """The data of the plan and of the best plan."""
        return {
            "downloaded": shift.downloaded,
            "optimum": shift.optimum,
            "feasible": shift.verdict == "feasible",
        }


def _board(shift: Shift) -> PassBoard:
    return PassBoard(
        passes=shift.passes,
        slew_minutes=shift.slew,
        energy_budget=shift.budget,
        verdict=shift.verdict,
        downloaded=shift.downloaded,
        done=bool(shift.verdict),
    )
