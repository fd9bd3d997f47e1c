"""Keep a starter alive until the bread is made."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import FeedingAction, FeedingObservation
from ..starter import RIPE, Week, check, draw

INSTRUCTION = (
    "The starter was fed at hour 0 with `parts` of flour. A starter is ripe "
    + ", ".join(
        f"{first} to {final} hours after {parts} parts" for parts, (first, final) in RIPE.items()
    )
    + " (both ends count). Feed it only while it is ripe, never while the baker sleeps (from the "
    "first clock hour of `quiet`, up to but "
    "without the second), and so that it is ripe at hour `bake`. Hours count from the start."
)


class SourdoughWeekEnvironment(
    VerifiedEnvironment[FeedingAction, FeedingObservation, VerifiedState, dict[str, Any]]
):
    """One schedule."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(
        Column("bread", lambda t: float(t.facts["mistake"] == ""), kind="outcome"),
        Column("handed_in", lambda t: float(t.facts["fed"] > 0), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[dict[str, Any], FeedingObservation]:
        """A new week."""
        week = draw(rng)
        return {"week": week, "mistake": "no schedule", "fed": 0}, self._show(week, "")

    def advance(self, game: dict[str, Any], action: FeedingAction) -> FeedingObservation:
        """Check the schedule."""
        game["mistake"] = check(game["week"], action.feedings)
        game["fed"] = len(action.feedings)
        seen = self._show(game["week"], game["mistake"] or "good bread")
        seen.done = True
        return seen

    def facts(self, game: dict[str, Any]) -> Mapping[str, Any]:
        """For the columns."""
        return {"mistake": game["mistake"], "fed": game["fed"]}

    def _show(self, week: Week, note: str) -> FeedingObservation:
        return FeedingObservation(
            instruction=INSTRUCTION,
            clock=week.clock,
            parts=week.parts,
            bake=week.bake,
            quiet=week.quiet,
            note=note,
        )
