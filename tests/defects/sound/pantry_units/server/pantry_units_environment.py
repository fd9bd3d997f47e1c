"""One question, one answer."""

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

from ..bank import LEVELS, ROWS, Row, number
from ..models import PantryUnitsAction, PantryUnitsObservation


@dataclass
class Sum:
    """A question and what became of it."""

    row: Row
    given: int | None = None


def tasks() -> TaskSet[int]:
    """Rows by level; a quarter is held out."""
    sets: dict[str, dict[int, tuple[int, ...]]] = {"train": {}, "test": {}}
    for level in LEVELS:
        numbers = [place for place, row in enumerate(ROWS) if row.level == level]
        problems = sorted({ROWS[place].problem for place in numbers})
        parts = hold_out(problems, len(problems) // 4, seed=level)
        for split, part in zip(sets, parts, strict=True):
            sets[split][level] = tuple(n for n in numbers if ROWS[n].problem in part)
    return TaskSet(sets)


class PantryUnitsEnvironment(
    VerifiedEnvironment[PantryUnitsAction, PantryUnitsObservation, VerifiedState, Sum]
):
    """Answer a question."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("number", lambda t: float(t.facts["number"]), kind="format", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """As in the base class, but options that are not known are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {name: options[name] for name in ("split", "index", "level") if name in options}

    def begin(self, rng: Random, setup: Setup) -> tuple[Sum, PantryUnitsObservation]:
        """Look up the row of the task."""
        assert setup.task is not None
        row = ROWS[setup.task.payload]
        return Sum(row), PantryUnitsObservation(question=row.question)

    def advance(self, game: Sum, action: PantryUnitsAction) -> PantryUnitsObservation:
        """Compare the answer."""
        game.given = number(action.answer)
        note = "not a number" if game.given is None else "handed in"
        return PantryUnitsObservation(question=game.row.question, note=note, done=True)

    def facts(self, game: Sum) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.given == game.row.answer, "number": game.given is not None}
