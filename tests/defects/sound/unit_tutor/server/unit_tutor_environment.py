"""A sheet of exercises, answered one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..marking import is_right, read_answer
from ..models import UnitTutorAction, UnitTutorObservation
from ..units import LEVELS, Exercise, sheet

EXERCISES = 5


@dataclass
class Game:
    """A sheet, and what was answered."""

    exercises: list[Exercise]
    answered: int = 0
    right: int = 0
    readable: bool = False


class UnitTutorEnvironment(
    VerifiedEnvironment[UnitTutorAction, UnitTutorObservation, VerifiedState, Game]
):
    """Five conversions; the reward is the share that is right."""

    max_steps = EXERCISES
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: t.facts["right"] / EXERCISES, kind="outcome"),
        Column("answered", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, UnitTutorObservation]:
        """Draw a sheet."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"level must be one of {sorted(LEVELS)}")
        game = Game(sheet(rng, level, EXERCISES))
        return game, _show(game, "")

    def advance(self, game: Game, action: UnitTutorAction) -> UnitTutorObservation:
        """Mark the answer and go on to the next exercise."""
        exercise = game.exercises[game.answered]
        given = read_answer(action.text, exercise.target)
        right = is_right(given, exercise.result)
        game.answered += 1
        game.right += right
        game.readable = given is not None
        if given is None:
            return _show(game, "Please end with one line such as `Answer: 12.5`.")
        return _show(
            game,
            "Right." if right else f"Not right: it is {exercise.result:.4g} {exercise.target}.",
        )

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the columns read."""
        return {"right": game.right, "readable": game.readable}


def _show(game: Game, remark: str) -> UnitTutorObservation:
    over = game.answered == EXERCISES
    exercise = None if over else game.exercises[game.answered]
    return UnitTutorObservation(
        exercise=exercise.text if exercise else "",
        unit=exercise.target if exercise else "",
        number=min(game.answered + 1, EXERCISES),
        exercises=EXERCISES,
        remark=remark,
        done=over,
    )
