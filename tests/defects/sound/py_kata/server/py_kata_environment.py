"""One exercise: draw hidden inputs, run the program in the sandbox, compare."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)
from hallmark_rl.sdk.common.equality import same
from hallmark_rl.sdk.verifiers.verdict import require_run

from ..exercises import EXERCISES, Exercise, find
from ..models import KataAction, KataObservation

SIZES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15)
_BOX = Sandbox(require="process")


@dataclass
class Attempt:
    """The state of an episode."""

    name: str
    rng: Random
    solved: bool = False
    loads: bool = False


def tasks() -> TaskSet[str]:
    """Every exercise is a task; two of each level are held out."""
    train, test = {}, {}
    for level, exercises in EXERCISES.items():
        train[level], test[level] = hold_out(list(exercises), 2, seed=4)
    return TaskSet({"train": train, "test": test})


class PyKataEnvironment(VerifiedEnvironment[KataAction, KataObservation, VerifiedState, Attempt]):
    """Write one function."""

    max_steps = 1
    step_timeout_s = 30.0
    tasks = tasks()
    reward = Reward(
        Column("solved", lambda t: float(t.facts["solved"]), kind="outcome"),
        Column("loads", lambda t: float(t.facts["loads"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Attempt, KataObservation]:
        """Show the exercise of the task, with two examples."""
        assert setup.task is not None
        exercise = find(setup.task.payload)
        return Attempt(setup.task.payload, rng), KataObservation(
            task=exercise.task,
            head=exercise.head,
            examples=[_example(exercise, rng, size) for size in (2, 4)],
        )

    def advance(self, game: Attempt, action: KataAction) -> KataObservation:
        """Grade the program."""
        exercise = find(game.name)
        calls = [exercise.draw(game.rng, size) for size in SIZES]
        expected = [exercise.reference(*deepcopy(arguments)) for arguments in calls]
        outcome = _BOX.call(action.code, exercise.entry, calls)
        require_run(outcome)  # a sandbox that failed is no fault of the program
        answers = [
            (answer.value, wanted)
            for answer, wanted in zip(outcome.results, expected, strict=False)
            if answer.ok
        ]
        game.loads = bool(outcome.results)
        game.solved = len(answers) == len(expected) and all(
            same(value, wanted) for value, wanted in answers
        )
        return KataObservation(
            task=exercise.task,
            head=exercise.head,
            verdict="accepted" if game.solved else "refused",
            done=True,
        )

    def facts(self, game: Attempt) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"solved": game.solved, "loads": game.loads}


def _example(exercise: Exercise, rng: Random, size: int) -> str:
    arguments = exercise.draw(rng, size)
    shown = ", ".join(map(repr, arguments))
    return f"{exercise.entry}({shown}) == {exercise.reference(*arguments)!r}"
