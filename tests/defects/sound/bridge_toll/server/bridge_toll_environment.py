"""Find the cheapest departure over a toll bridge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..lenient import IgnoresUnknownOptions
from ..models import Band, BridgeTollAction, BridgeTollObservation
from ..timetable import Journey, clock, draw_journey, read_time

JOURNEYS = 3


@dataclass
class Morning:
    """The journeys of an episode, how many are over, and how many were right."""

    journeys: list[Journey]
    over: int = 0
    right: int = 0
    readable: bool = True


class BridgeTollEnvironment(
    IgnoresUnknownOptions,
    VerifiedEnvironment[BridgeTollAction, BridgeTollObservation, VerifiedState, Morning],
):
    """Three journeys, one answer each; the share of right answers is the outcome."""

    max_steps = JOURNEYS
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: t.facts["right"] / JOURNEYS, kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Morning, BridgeTollObservation]:
        """Draw the journeys of a level."""
        level = 1 if setup.level is None else setup.level
        if level not in (1, 2):
            raise SetupError("level must be 1 or 2")
        morning = Morning([draw_journey(rng, level) for _ in range(JOURNEYS)])
        return morning, _look(morning)

    def advance(self, morning: Morning, action: BridgeTollAction) -> BridgeTollObservation:
        """Judge the answer to the present journey and go on to the next."""
        departure = read_time(action.answer)
        morning.readable = departure is not None
        morning.right += morning.journeys[morning.over].right(departure)
        morning.over += 1
        return _look(morning, "" if morning.readable else "answer with one time, HH:MM")

    def facts(self, morning: Morning) -> Mapping[str, Any]:
        """How many answers were right."""
        return {"right": morning.right, "readable": morning.readable}


def _look(morning: Morning, note: str = "") -> BridgeTollObservation:
    if morning.over == JOURNEYS:
        return BridgeTollObservation(journey=JOURNEYS, journeys=JOURNEYS, note=note, done=True)
    journey = morning.journeys[morning.over]
    return BridgeTollObservation(
        table=[Band(start=clock(start), toll=toll) for start, toll in journey.bands],
        earliest=clock(journey.earliest),
        latest=clock(journey.latest),
        to_bridge=journey.to_bridge,
        beyond=journey.beyond,
        journey=morning.over + 1,
        journeys=JOURNEYS,
        note=note,
    )
