"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState

from ..formulas import FormulaError, parse, value
from ..models import LogicGatesAction, LogicGatesObservation

ATTEMPTS = 3
INPUTS = {1: "abc", 2: "abcd", 3: "abcdef"}
SIZES = {1: (120, 40), 2: (500, 150), 3: (800, 200)}
Note = Literal["", "no formula", "other table", "right"]


@dataclass
class Bench:
    """Everything that changes during an episode."""

    inputs: str
    table: str
    used: int = 0
    note: Note = ""


def agrees(formula: str, inputs: str, table: str) -> bool:
    """Whether a formula has the outputs of a table.

    Raises:
        FormulaError: the text is not a formula.
    """
    postfix = parse(formula, inputs)
    rows = range(len(table))
    return all(value(postfix, inputs, row) == int(table[row]) for row in rows)


def _depends(table: str, inputs: str) -> bool:
    """Whether the output of a table depends on every input."""
    return all(
        any(table[row] != table[row ^ (1 << place)] for row in range(len(table)))
        for place in range(len(inputs))
    )


def _tables(level: int) -> list[str]:
    """Different tables, in random order."""
    rng = Random(f"logic gates {level}")
    rows = 2 ** len(INPUTS[level])
    found: dict[str, None] = {}
    while len(found) < sum(SIZES[level]):
        table = f"{rng.getrandbits(rows):0{rows}b}"
        if _depends(table, INPUTS[level]):
            found[table] = None
    return list(found)


def tasks() -> TaskSet[str]:
    """Tables that depend on every input; some are held out from training."""
    train, test = {}, {}
    for level, (count, _) in SIZES.items():
        tables = _tables(level)
        train[level], test[level] = tables[:count], tables[count:]
    return TaskSet({"train": train, "test": test})


class LogicGatesEnvironment(
    VerifiedEnvironment[LogicGatesAction, LogicGatesObservation, VerifiedState, Bench]
):
    """Write a formula with a given truth table."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("a_formula", lambda t: float(t.facts["a_formula"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Bench, LogicGatesObservation]:
        """Show the table of the task."""
        assert setup.task is not None
        game = Bench(INPUTS[setup.task.level], setup.task.payload)
        return game, _observation(game)

    def advance(self, game: Bench, action: LogicGatesAction) -> LogicGatesObservation:
        """Compare a formula with the table."""
        game.used += 1
        try:
            right = agrees(action.formula, game.inputs, game.table)
            game.note = "right" if right else "other table"
        except FormulaError:
            game.note = "no formula"
        return _observation(game)

    def facts(self, game: Bench) -> Mapping[str, Any]:
        """What the reward columns read; the agent never sees it."""
        return {"right": game.note == "right", "a_formula": game.note != "no formula"}


def _observation(game: Bench) -> LogicGatesObservation:
    return LogicGatesObservation(
        inputs=game.inputs,
        table=game.table,
        attempts_left=ATTEMPTS - game.used,
        note=game.note,
        done=game.note == "right",
    )
