"""One table, one expression."""

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

from ..forge import Table, allowed, draw, read
from ..models import ForgeAction, ForgeObservation

SIZES = {1: 3, 2: 4, 3: 5}  # by level: numbers on the table
TABLES = 400


@dataclass
class Bench:
    """A table and what became of the expression."""

    table: Table
    readable: bool = False
    reached: bool = False


TRAIN, TEST = hold_out(range(TABLES), TABLES // 4, seed=0)


def tasks() -> TaskSet[int]:
    """Numbered tables; a quarter is held out."""
    return TaskSet({"train": dict.fromkeys(SIZES, TRAIN), "test": dict.fromkeys(SIZES, TEST)})


class NumberForgeEnvironment(
    VerifiedEnvironment[ForgeAction, ForgeObservation, VerifiedState, Bench]
):
    """Hand in one expression."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("reached", lambda t: float(t.facts["reached"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Bench, ForgeObservation]:
        """Lay out the table of the task."""
        assert setup.task is not None
        level, number = setup.task.level, setup.task.payload
        rng = Random(f"forge {level} {number}")
        table = draw(rng, SIZES[level], test=number in TEST)
        return Bench(table), _observation(table, "")

    def advance(self, game: Bench, action: ForgeAction) -> ForgeObservation:
        """Check the expression."""
        expression = read(action.expression)
        if expression is None:
            return _observation(game.table, "this is not an expression", done=True)
        game.readable = True
        if expression.value is None:
            note = "division by zero"
        elif not allowed(game.table, expression.used):
            note = "the table does not have these numbers"
        else:
            game.reached = expression.value == game.table.target
            note = f"the value is {expression.value}"
        return _observation(game.table, note, done=True)

    def facts(self, game: Bench) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"readable": game.readable, "reached": game.reached}


def _observation(table: Table, note: str, *, done: bool = False) -> ForgeObservation:
    return ForgeObservation(
        numbers=list(table.numbers), target=table.target, note=note[:120], done=done
    )
