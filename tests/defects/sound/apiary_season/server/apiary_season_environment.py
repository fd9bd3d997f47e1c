"""A season of the apiary, one count."""

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
    hold_out,
)

from ..models import ApiaryAction, ApiaryObservation
from ..season import draw, read

SIZES = {1: (3, 6), 2: (4, 12), 3: (6, 24)}  # by level: hives, lines of the log
SEASONS = [
    f"{year} {valley}" for year in range(1960, 2020) for valley in ("north", "south", "west")
]
TRAIN, TEST = hold_out(SEASONS, 45, seed=0)


@dataclass
class Season:
    final: dict[str, int]
    count: dict[str, int] | None = None


class ApiarySeasonEnvironment(
    VerifiedEnvironment[ApiaryAction, ApiaryObservation, VerifiedState, Season]
):
    """Read the log, count the bees."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = TaskSet({"train": dict.fromkeys(SIZES, TRAIN), "test": dict.fromkeys(SIZES, TEST)})
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Season, ApiaryObservation]:
        """The season of the task."""
        assert setup.task is not None
        level = setup.task.level
        year, valley = setup.task.payload.split()
        start, log, final = draw(Random(f"bees {level} {year} {valley}"), *SIZES[level])
        return Season(final), ApiaryObservation(
            title=f"{valley} valley, {year}", start=start, log=log
        )

    def advance(self, game: Season, action: ApiaryAction) -> ApiaryObservation:
        """Take the count."""
        game.count = read(action.count)
        return ApiaryObservation(note="counted" if game.count else "not a count", done=True)

    def facts(self, game: Season) -> Mapping[str, Any]:
        """For the columns."""
        return {"readable": game.count is not None, "right": game.count == game.final}
