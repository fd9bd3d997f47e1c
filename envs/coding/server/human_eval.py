"""HumanEval as an environment: 163 of its 164 tasks, graded by HumanEval's own tests.

    env = HumanEvalEnvironment()
    observation = env.reset(seed=0)                 # or reset(index=...)
    observation = env.step(CodingAction(code=...))  # the function, or a continuation of the prompt

It is an evaluation set: its only split is `test`. `docs/humaneval-audit.md` says which wrong
programs its tests accept; for training, prefer the tasks of the coding environment.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hallmark_rl.sandbox import CheckOutcome, SandboxLike
from hallmark_rl.sdk import Column, Reward, Secret, Setup, TaskSet, VerifiedEnvironment
from hallmark_rl.sdk.coding.importers import ImportedTask, read_tasks
from hallmark_rl.sdk.verifiers import NotJudged

from ..columns import fact, gate_facts, status_gates
from ..models import CodingAction, CodingObservation, CodingState
from .coding_environment import shared_sandbox

FILE = Path(__file__).parents[1] / "human_eval" / "HumanEval.jsonl.gz"
EXCLUDED_TASKS = ("HumanEval/160",)
"""Its reference calls `eval`, which programs in the sandbox cannot use."""


@lru_cache(maxsize=1)
def human_eval() -> TaskSet[ImportedTask]:
    """Return the tasks of the file, in its order."""
    tasks = [task for task in read_tasks(FILE) if task.name not in EXCLUDED_TASKS]
    return TaskSet({"test": {1: tasks}})


@dataclass
class HumanEvalEpisode:
    """The state of an episode. The agent sees the task's prompt only.

    Attributes:
        task: The task.
        reference: The source of the reference solution.
        outcome: The outcome of the checker, after the answer.
    """

    task: ImportedTask
    reference: Secret[str]
    outcome: CheckOutcome | None = None

    @property
    def status(self) -> str:
        """The status of the candidate's process; "ok" also after a wrong answer."""
        return self.outcome.candidate.status if self.outcome else "ok"


class HumanEvalEnvironment(
    VerifiedEnvironment[CodingAction, CodingObservation, CodingState, HumanEvalEpisode]
):
    """Write one function; every test of the task has to pass.

    Args:
        sandbox: Where programs run; by default a sandbox that all environments of the process
            share.
    """

    max_steps = 1
    reset_timeout_s = None
    tasks = human_eval()
    reward = Reward(
        Column("tests", fact("passed"), kind="outcome"),
        *status_gates(),
        Column("format", fact("format"), kind="format", weight=0.0),
    )

    def __init__(self, sandbox: SandboxLike | None = None) -> None:
        super().__init__()
        self._sandbox = sandbox

    def begin(self, rng: random.Random, setup: Setup) -> tuple[HumanEvalEpisode, CodingObservation]:
        """Show the prompt."""
        assert setup.task is not None
        episode = HumanEvalEpisode(setup.task.payload, Secret(setup.task.payload.reference))
        return episode, self._observation(episode)

    def advance(self, episode: HumanEvalEpisode, action: CodingAction) -> CodingObservation:
        """Run the task's checker on the program; its messages are not shown."""
        sandbox = self._sandbox if self._sandbox is not None else shared_sandbox()
        outcome = episode.task.check(sandbox, action.code)
        if "unavailable" in (outcome.candidate.status, outcome.checker.status):
            raise NotJudged(str(outcome.candidate.error or outcome.checker.error))
        episode.outcome = outcome
        return self._observation(episode, _feedback(outcome), done=True)

    def facts(self, episode: HumanEvalEpisode) -> Mapping[str, float]:
        """What the reward columns measure, after the answer."""
        return {
            "passed": float(episode.outcome is not None and episode.outcome.passed),
            **gate_facts(episode.status),
            "format": float(episode.status == "ok"),
        }

    def secrets(self, episode: HumanEvalEpisode) -> Iterable[str]:
        """The part of the reference that the prompt does not show."""
        return [episode.reference.reveal().removeprefix(episode.task.prompt).strip()]

    def _observation(
        self, episode: HumanEvalEpisode, feedback: str = "", *, done: bool = False
    ) -> CodingObservation:
        task = episode.task
        return CodingObservation(
            done=done, statement=task.prompt, signature=task.signature, feedback=feedback
        )


def _feedback(outcome: CheckOutcome) -> str:
    if outcome.passed:
        return "Every hidden test passed."
    if outcome.candidate.status == "ok":
        return "A hidden test failed."
    error = outcome.candidate.error
    reason = f" {error.type}: {error.message:.200}" if error else ""
    return f"The program did not finish: {outcome.candidate.status}.{reason}"
