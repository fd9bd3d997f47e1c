"""The rules of the shell, and the reward."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
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

from ..exercises import LINES, Exercise, numbers, write
from ..models import ShellAction, ShellObservation
from ..sheet import LOCKED, FormulaError, Sheet, commands, shifted


@dataclass
class Session:
    """Everything that changes during an episode."""

    exercise: Exercise
    shown: dict[str, int]
    others: list[dict[str, int]]
    lines_left: int
    formulas: dict[str, str] = field(default_factory=dict)
    ended: bool = False


class ShellEnvironment(VerifiedEnvironment[ShellAction, ShellObservation, VerifiedState, Session]):
    """Complete a spreadsheet with a few lines of macro."""

    max_steps = 7
    step_timeout_s = 5.0
    reward = Reward(
        Column("solved", lambda t: float(t.facts["share"] == 1.0), kind="outcome"),
        Column("share", lambda t: t.facts["share"], kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ShellObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ShellObservation:
        """The same without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = {"split", "index", "level", *self.options}
        return {name: value for name, value in options.items() if name in known}

    def begin(self, rng: Random, setup: Setup) -> tuple[Session, ShellObservation]:
        """Write an exercise and draw its numbers."""
        level = 1 if setup.level is None else setup.level
        if level not in LINES:
            raise SetupError(f"level must be one of {list(LINES)}")
        exercise = write(rng, level)
        shown, *others = (numbers(rng, level) for _ in range(3))
        game = Session(exercise, shown, others, LINES[level])
        return game, _observation(game, "")

    def advance(self, game: Session, action: ShellAction) -> ShellObservation:
        """Carry out a line."""
        game.lines_left -= 1
        notes = [self._carry_out(game, command) for command in commands(action.line)]
        return _observation(game, "; ".join(notes) or "refused: not a command")

    def _carry_out(self, game: Session, command: re.Match[str]) -> str:
        """Carry out one command; returns the answer of the shell."""
        cell, formula, source, last, done = command.groups()
        if done:
            game.ended = True
            return "done"
        try:
            if cell:
                return self._set(game, {cell: formula})
            if source not in game.formulas:
                return f"refused: {source} has no formula"
            row = int(source[1])
            copies = {
                f"{source[0]}{other}": shifted(game.formulas[source], other - row)
                for other in range(row + 1, int(last) + 1)
            }
            return self._set(game, copies)
        except FormulaError as error:
            return f"refused: the formula {error}"

    def _set(self, game: Session, formulas: dict[str, str]) -> str:
        """Put formulas into cells, all or none of them."""
        if any(cell[0] in LOCKED for cell in formulas):
            return "refused: columns A and B are locked"
        changed = Sheet(game.shown, {**game.formulas, **formulas})
        for cell in formulas:
            changed.value(cell)
        game.formulas |= formulas
        return f"set {len(formulas)} cells"

    def facts(self, game: Session) -> Mapping[str, Any]:
        """The share of cells that are right for all numbers."""
        wanted = game.exercise.wanted
        right = sum(
            all(
                _value(inputs, game.formulas, cell) == _value(inputs, wanted, cell)
                for inputs in (game.shown, *game.others)
            )
            for cell in wanted
            if cell in game.formulas
        )
        return {"share": right / len(wanted)}


def _value(inputs: dict[str, int], formulas: dict[str, str], cell: str) -> int | None:
    """The value of a cell; None for an error."""
    try:
        return Sheet(inputs, formulas).value(cell)
    except FormulaError:
        return None


def _observation(game: Session, note: str) -> ShellObservation:
    values = {
        cell: _value(game.shown, game.formulas, cell) for cell in [*game.shown, *game.formulas]
    }
    return ShellObservation(
        task=list(game.exercise.task),
        formulas={cell: f"={formula}" for cell, formula in game.formulas.items()},
        values={cell: "error" if value is None else str(value) for cell, value in values.items()},
        lines_left=game.lines_left,
        note=note,
        done=game.ended or game.lines_left == 0,
    )
