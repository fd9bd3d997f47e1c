"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
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

from ..formula import FormulaError, Sheet, evaluate
from ..models import SheetFormulaAction, SheetFormulaObservation
from ..sales import HIDDEN, Question, as_rows, draw_sheet, questions

ATTEMPTS = 3
TOLERANCE = 0.001


@dataclass
class Game:
    """Everything that changes during an episode; the first sheet is the one shown."""

    question: Question
    sheets: list[Sheet]
    attempts: int = 0
    solved: bool = False


def tasks() -> TaskSet[Question]:
    """Every question is a task; a quarter of each level is held out."""
    train, test = {}, {}
    for level, known in questions().items():
        train[level], test[level] = hold_out(known, len(known) // 4, seed=0)
    return TaskSet({"train": train, "test": test})


def is_right(formula: str, game: Game) -> bool:
    """Whether a formula agrees with the answer on every sheet."""
    for sheet in game.sheets:
        difference = abs(evaluate(formula, sheet) - evaluate(game.question.formula, sheet))
        if not difference <= TOLERANCE:
            return False
    return True


def known_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that choose a task; clients may send others."""
    return {name: options[name] for name in ("split", "index", "level") if name in options}


class SheetFormulaEnvironment(
    VerifiedEnvironment[SheetFormulaAction, SheetFormulaObservation, VerifiedState, Game]
):
    """Write the formula that answers a question."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(Column("solved", lambda t: float(t.facts["solved"]), kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SheetFormulaObservation:
        """Begin an episode; options that this environment does not have are ignored."""
        return super().reset(seed, episode_id, **known_options(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SheetFormulaObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **known_options(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, SheetFormulaObservation]:
        assert setup.task is not None
        game = Game(setup.task.payload, [draw_sheet(rng) for _ in range(1 + HIDDEN)])
        return game, self._observe(game)

    def advance(self, game: Game, action: SheetFormulaAction) -> SheetFormulaObservation:
        game.attempts += 1
        try:
            value = evaluate(action.formula, game.sheets[0])
            game.solved = is_right(action.formula, game)
        except FormulaError as error:
            return self._observe(game, computed=f"#ERROR: {error}")
        computed = f"{value:.6g}" if isfinite(value) else "#NUM!"
        return self._observe(game, computed=computed, done=game.solved)

    def facts(self, game: Game) -> Mapping[str, Any]:
        return {"solved": game.solved}

    def _observe(self, game: Game, **fields: Any) -> SheetFormulaObservation:
        return SheetFormulaObservation(
            question=game.question.text,
            rows=as_rows(game.sheets[0]),
            attempts_left=ATTEMPTS - game.attempts,
            **fields,
        )
