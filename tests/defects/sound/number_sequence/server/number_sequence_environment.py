"""One question about one sequence."""

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
    hold_out,
)

from ..grading import is_right, read_number
from ..models import SequenceAnswer, SequenceObservation
from ..sequences import LEVELS, Terms, sequences

QUESTION = "Which number comes next? Answer with <answer>number</answer>."


@dataclass
class Puzzle:
    """A sequence, its next number, and the answer that was given."""

    shown: Terms
    target: Secret[float]
    answer: float | None = None


def tasks() -> TaskSet[Terms]:
    """A quarter of the sequences of each level is held out."""
    train, test = {}, {}
    for level in LEVELS:
        found = sequences(level)
        train[level], test[level] = hold_out(found, len(found) // 4, seed=level)
    return TaskSet({"train": train, "test": test})


class NumberSequenceEnvironment(
    VerifiedEnvironment[SequenceAnswer, SequenceObservation, VerifiedState, Puzzle]
):
    """Say which number comes next."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Puzzle, SequenceObservation]:
        """Show all terms of the task but the last."""
        assert setup.task is not None
        *shown, target = setup.task.payload
        puzzle = Puzzle(tuple(shown), Secret(target))
        return puzzle, SequenceObservation(numbers=list(shown), question=QUESTION)

    def advance(self, puzzle: Puzzle, action: SequenceAnswer) -> SequenceObservation:
        """Read the answer."""
        puzzle.answer = read_number(action.text)
        return SequenceObservation(
            numbers=list(puzzle.shown),
            question=QUESTION,
            message="answered" if puzzle.answer is not None else "no readable answer",
            done=True,
        )

    def facts(self, puzzle: Puzzle) -> Mapping[str, Any]:
        """What the columns read."""
        return {
            "right": is_right(puzzle.answer, puzzle.target.reveal()),
            "readable": puzzle.answer is not None,
        }

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SequenceObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SequenceObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    names = {"split", "index", "level"}
    return {name: value for name, value in options.items() if name in names}
