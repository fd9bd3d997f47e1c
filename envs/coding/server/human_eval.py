"""HumanEval as an environment: 163 of its 164 tasks, judged by their own tests, answer-blind.

    env = HumanEvalEnvironment()
    seen = env.reset(seed=0)                       # or reset(index=...)
    seen = env.step(CodingAction(code=...))        # the whole function, or what follows the prompt

It is an evaluation set: there is a split `test` and no other. What its tests let through is in
`docs/humaneval-audit.md`; prefer the coding environment's own tasks for training.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hallmark_rl.sandbox import CheckOutcome
from hallmark_rl.sdk import Column, Reward, Secret, Setup, TaskSet, VerifiedEnvironment
from hallmark_rl.sdk.coding.grading import NOT_RUN, SandboxUnavailable
from hallmark_rl.sdk.coding.importers import Checks, ImportedTask, read_tasks

from ..columns import ending, fact, how_it_ended
from ..models import CodingAction, CodingObservation, CodingState
from .coding_environment import shared_sandbox

FILE = Path(__file__).parents[1] / "human_eval" / "HumanEval.jsonl.gz"
UNPLAYABLE = ("HumanEval/160",)
"""Its reference calls `eval`, which the language of the programs does not have."""


@lru_cache(maxsize=1)
def human_eval() -> TaskSet[ImportedTask]:
    """The tasks of the file, in its order."""
    tasks = [task for task in read_tasks(FILE) if task.name not in UNPLAYABLE]
    return TaskSet({"test": {1: tasks}})


@dataclass
class Puzzle:
    """One episode; nothing of it is sent but the prompt."""

    task: ImportedTask
    reference: Secret[str]
    outcome: CheckOutcome | None = None

    @property
    def status(self) -> str:
        """How the program ended; a wrong answer is the checker's error and not the program's."""
        return self.outcome.candidate.status if self.outcome else "ok"


class HumanEvalEnvironment(
    VerifiedEnvironment[CodingAction, CodingObservation, CodingState, Puzzle]
):
    """Write one function. Every test of the task has to pass."""

    max_steps = 1
    reset_timeout_s = None
    tasks = human_eval()
    reward = Reward(
        Column("tests", fact("passed"), kind="outcome"),
        *ending(),
        Column("format", fact("format"), kind="format", weight=0.0),
    )

    def __init__(self, sandbox: Checks | None = None) -> None:
        super().__init__()
        self._sandbox = sandbox

    def begin(self, rng: random.Random, setup: Setup) -> tuple[Puzzle, CodingObservation]:
        """Show the prompt."""
        assert setup.task is not None
        puzzle = Puzzle(setup.task.payload, Secret(setup.task.payload.reference))
        return puzzle, self._seen(puzzle, "")

    def advance(self, game: Puzzle, action: CodingAction) -> CodingObservation:
        """Run the task's checker on the program; its words are not passed on."""
        sandbox = self._sandbox if self._sandbox is not None else shared_sandbox()
        outcome = game.task.check(sandbox, action.code)
        if NOT_RUN in (outcome.candidate.status, outcome.checker.status):
            raise SandboxUnavailable(str(outcome.candidate.error or outcome.checker.error))
        game.outcome = outcome
        if outcome.passed:
            return self._seen(game, "Every hidden test passed.", done=True)
        if game.status == "ok":
            return self._seen(game, "A hidden test failed.", done=True)
        error = outcome.candidate.error
        why = f" {error.type}: {error.message:.200}" if error else ""
        return self._seen(game, f"The program did not finish: {game.status}.{why}", done=True)

    def facts(self, game: Puzzle) -> Mapping[str, float]:
        """What the columns measure."""
        return {
            "passed": float(game.outcome is not None and game.outcome.passed),
            **how_it_ended(game.status),
            "format": float(game.status == "ok"),
        }

    def secrets(self, game: Puzzle) -> Iterable[str]:
        """The part of the reference that the prompt does not show."""
        return [game.reference.reveal().removeprefix(game.task.prompt).strip()]

    def _seen(self, game: Puzzle, feedback: str, *, done: bool = False) -> CodingObservation:
        task = game.task
        return CodingObservation(
            done=done, statement=task.prompt, signature=task.signature, feedback=feedback
        )
