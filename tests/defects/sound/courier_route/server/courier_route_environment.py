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

from ..models import RouteAction, RouteObservation
from ..tours import SIZES, Place, draw_sheet, length, shortest

SHEETS = 400
HELD_OUT = 80


@dataclass
class Day:
    """An order sheet, and the tour that was proposed for it."""

    level: int
    depot: Place
    customers: dict[str, Place]
    tour: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether the tour visits every customer exactly once."""
        return sorted(self.tour) == sorted(self.customers)

    @property
    def best(self) -> list[str]:
        """A shortest tour."""
        return list(shortest(self.depot, self.customers))

    def length(self, tour: list[str]) -> int:
        """The length of a complete tour."""
        return length(self.depot, self.customers, tour)


def tasks() -> TaskSet[int]:
    """Numbers of order sheets; a fifth of each level is held out."""
    train, test = {}, {}
    for level in SIZES:
        train[level], test[level] = hold_out(range(SHEETS), HELD_OUT, seed=level)
    return TaskSet({"train": train, "test": test})


class RouteEnvironment(VerifiedEnvironment[RouteAction, RouteObservation, VerifiedState, Day]):
    """Plan a shortest tour through all customers. One answer."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("shortest", lambda t: float(t.facts["shortest"]), kind="outcome"),
        Column("complete", lambda t: float(t.facts["complete"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Day, RouteObservation]:
        """Take the order sheet of the task."""
        assert setup.task is not None
        level = setup.task.level
        depot, customers = draw_sheet(setup.task.payload, level)
        day = Day(level, depot, customers)
        return day, _observation(day)

    def advance(self, game: Day, action: RouteAction) -> RouteObservation:
        """Take the tour."""
        game.tour = [name.strip().lower() for name in action.stops]
        note = "" if game.complete else "The tour must visit every customer exactly once."
        return _observation(game, note, done=True)

    def facts(self, game: Day) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {
            "complete": game.complete,
            "shortest": game.complete and game.length(game.tour) == game.length(game.best),
        }


def _observation(day: Day, note: str = "", *, done: bool = False) -> RouteObservation:
    return RouteObservation(
        level=day.level,
        depot=list(day.depot),
        customers={name: list(place) for name, place in day.customers.items()},
        note=note,
        done=done,
    )
