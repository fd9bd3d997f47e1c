"""Seats for everybody."""

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

from ..models import SeatAction, SeatObservation, Trip
from ..train import STOPS, draw, kind, problems

LEVELS = {1: (4, 0.4), 2: (6, 0.55)}  # seats, share of the trips that are requests
TRAIN, TEST = hold_out(range(200), 50, seed=1)


@dataclass
class Office:
    seats: int
    booked: list[Trip]
    requests: list[Trip]
    found: list[str] = field(default_factory=lambda: ["nothing was handed in"])


class SeatPlanEnvironment(VerifiedEnvironment[SeatAction, SeatObservation, VerifiedState, Office]):
    """One train, one plan."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = TaskSet({"train": dict.fromkeys(LEVELS, TRAIN), "test": dict.fromkeys(LEVELS, TEST)})
    reward = Reward(Column("seated", lambda t: float(not t.facts["found"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Office, SeatObservation]:
        """The train of the task."""
        assert setup.task is not None
        level = setup.task.level
        seats, share = LEVELS[level]
        office = Office(seats, *draw(Random(f"train {level} {setup.task.payload}"), seats, share))
        return office, self._show(office)

    def advance(self, game: Office, action: SeatAction) -> SeatObservation:
        """Check the plan."""
        game.found = problems(game.seats, game.booked, game.requests, action.seats)
        seen = self._show(game)
        seen.problems, seen.done = list(game.found), True
        return seen

    def facts(self, game: Office) -> Mapping[str, Any]:
        """For the column."""
        return {"found": len(game.found)}

    def _show(self, game: Office) -> SeatObservation:
        numbers = range(1, game.seats + 1)
        return SeatObservation(
            stops=list(STOPS),
            window=[seat for seat in numbers if kind(seat) == "window"],
            aisle=[seat for seat in numbers if kind(seat) == "aisle"],
            booked=game.booked,
            requests=game.requests,
        )
