"""One question, one reply: is the list in order?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
)

from ..lists import LENGTHS, RULES, Exercise, exercises, in_order, is_sorted, read_answer
from ..models import WordSortAction, WordSortObservation


@dataclass
class Game:
    """The exercise, and how the reply was judged."""

    exercise: Exercise
    wanted: Secret[str]
    read: bool = False
    right: bool = False


class WordSortEnvironment(
    VerifiedEnvironment[WordSortAction, WordSortObservation, VerifiedState, Game]
):
    """Put the words in the order of the instruction."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = TaskSet(
        {
            split: {level: exercises(split, level, count) for level in LENGTHS}
            for split, count in (("train", 120), ("test", 40))
        }
    )
    reward = Reward(
        Column("sorted", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("tagged", lambda t: float(t.facts["read"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, WordSortObservation]:
        """Show the words of the task in their stored order."""
        assert setup.task is not None
        exercise = setup.task.payload
        game = Game(exercise, Secret(", ".join(in_order(exercise))))
        return game, _question(exercise)

    def advance(self, game: Game, action: WordSortAction) -> WordSortObservation:
        """Read the reply and compare it with the right order."""
        answer = read_answer(action.text)
        game.read = answer is not None
        game.right = answer is not None and is_sorted(answer, game.exercise)
        seen = _question(game.exercise)
        seen.note = "" if game.read else "no answer"
        seen.done = True
        return seen

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the columns read."""
        return {"right": game.right, "read": game.read}


def _question(exercise: Exercise) -> WordSortObservation:
    text = RULES[exercise.rule].text
    return WordSortObservation(
        instruction=f"Put these words in order {text}. "
        "Reply with <answer>first, second, ...</answer>",
        words=list(exercise.words),
    )
