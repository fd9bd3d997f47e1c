"""One column, one formula."""

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

from ..models import FormulaAction, SheetObservation
from ..sheet import COLUMNS, Task, columns, parse, passes, value

LEVELS = (1, 2)


@dataclass
class Desk:
    """A task and what became of it."""

    task: Task
    readable: bool = False
    right: bool = False


def tasks() -> TaskSet[int]:
    """Numbered columns; a quarter is held out."""
    train, test = hold_out(range(COLUMNS), COLUMNS // 4, seed=0)
    return TaskSet({"train": dict.fromkeys(LEVELS, train), "test": dict.fromkeys(LEVELS, test)})


class FormulaWriterEnvironment(
    VerifiedEnvironment[FormulaAction, SheetObservation, VerifiedState, Desk]
):
    """Write the formula of a column."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, SheetObservation]:
        """Draw the column of the task."""
        assert setup.task is not None
        task = columns(setup.task.level)[setup.task.payload]
        return Desk(task), _observation(task)

    def advance(self, game: Desk, action: FormulaAction) -> SheetObservation:
        """Check the formula."""
        formula = parse(action.formula)
        if formula is None:
            return _observation(game.task, "a formula begins with =", done=True)
        game.readable, game.right = True, passes(game.task, formula)
        return _observation(game.task, "right" if game.right else "wrong", done=True)

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"readable": game.readable, "right": game.right}


def _observation(task: Task, note: str = "", *, done: bool = False) -> SheetObservation:
    formula = parse(task.formula)
    assert formula is not None
    rows = [[*row, int(value(formula, row))] for row in task.shown]
    return SheetObservation(wanted=task.wanted, rows=rows, note=note, done=done)
