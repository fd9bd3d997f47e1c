"""Guess a number between 1 and the level's highest in six tries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from models import NumbersAction, NumbersObservation

from hallmark_rl.sdk import Column, Reward, Secret, Setup, VerifiedEnvironment, VerifiedState

TRIES = 6
HIGHEST = {1: 30, 2: 60, 3: 99}


@dataclass
class Game:
    """An episode; each bound is the nearest guess on that side."""

    level: int
    number: Secret[int]
    highest: int
    strict: bool
    low: int = 1
    high: int = 99
    guesses: list[int] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)

    @property
    def right(self) -> bool:
        """Whether the last guess is the number."""
        return self.marks[-1:] == ["right"]


class NumbersEnvironment(
    VerifiedEnvironment[NumbersAction, NumbersObservation, VerifiedState, Game]
):
    """Finding the number pays 1. With `strict`, marks are shown for the last guess only."""

    max_steps = TRIES
    options: ClassVar[Mapping[str, Any]] = {"strict": False}
    reward = Reward(Column("found", lambda t: float(t.facts["found"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, NumbersObservation]:
        """Draw the number."""
        level = setup.level or 1
        highest = HIGHEST[level]
        number = rng.randint(1, highest)
        game = Game(level, Secret(number), highest, bool(setup.options["strict"]), 1, highest)
        return game, self._observe(game)

    def advance(self, game: Game, action: NumbersAction) -> NumbersObservation:
        """Mark a guess."""
        number = game.number.reveal()
        game.guesses.append(action.number)
        if action.number == number:
            game.marks.append("right")
        elif action.number < number:
            game.marks.append("higher")
            game.low = max(game.low, action.number + 1)
        else:
            game.marks.append("lower")
            game.high = min(game.high, action.number - 1)
        return self._observe(game)

    def facts(self, game: Game) -> Mapping[str, Any]:
        """Whether the number was found."""
        return {"found": game.right}

    def _observe(self, game: Game) -> NumbersObservation:
        shown = 1 if game.strict else TRIES
        return NumbersObservation(
            level=game.level,
            highest=game.highest,
            tries_left=TRIES - len(game.guesses),
            guesses=game.guesses[-shown:],
            marks=game.marks[-shown:],
            hint=f"It lies between {game.low} and {game.high}.",
            done=game.right,
        )
