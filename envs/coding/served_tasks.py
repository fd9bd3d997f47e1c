"""HumanEval and the coding tasks, for `hallmark serve`: prompts, and judging of answers.

Hidden tests of the coding tasks are drawn anew for each answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hallmark_rl.sandbox import SandboxLike
from hallmark_rl.sandbox.service.task_sets import Submission, UnknownTask
from hallmark_rl.sdk import VerifiedEnvironment

from .catalog import FILE_LEVELS, catalog
from .models import MAX_CODE_CHARS, CodingAction, CodingObservation
from .server.coding_environment import CodingEnvironment
from .server.human_eval import HumanEvalEnvironment, human_eval
from .text import parse, render


@dataclass(frozen=True)
class EnvironmentTasks:
    """The tasks of an environment in which one submission ends an episode.

    Attributes:
        make: makes an environment whose programs run in a given sandbox.
        choices: the arguments of `reset` for each task, by the task's name.
    """

    make: Callable[[SandboxLike | None], VerifiedEnvironment[Any, CodingObservation, Any, Any]]
    choices: Callable[[], dict[str, dict[str, Any]]]

    @cached_property
    def _choices(self) -> dict[str, dict[str, Any]]:
        return self.choices()

    def ids(self) -> Sequence[str]:
        """The names of all tasks."""
        return list(self._choices)

    def prompt(self, task: str) -> str:
        """What a model is asked; raises `UnknownTask`."""
        return render(self.make(None).reset(seed=0, **self._options(task)))

    def submit(self, task: str, completion: str, sandbox: SandboxLike) -> Submission:
        """Judge an answer, with all programs in `sandbox`; raises `UnknownTask`."""
        environment = self.make(sandbox)
        environment.reset(seed=random.SystemRandom().getrandbits(62), **self._options(task))
        # Without a block, the whole text is the program: blanks at its start may be an indentation.
        code = parse(completion).code if "```" in completion else completion[:MAX_CODE_CHARS]
        seen = environment.step(CodingAction(kind="submit", code=code))
        return Submission(seen.reward == 1.0, code, seen.feedback)

    def _options(self, task: str) -> dict[str, Any]:
        try:
            return self._choices[task]
        except KeyError:
            raise UnknownTask(f"There is no task {task!r:.80}.") from None


def _coding_choices() -> dict[str, dict[str, Any]]:
    tasks, choices = catalog(), {}
    for split in tasks.list_splits():
        index = 0  # tasks of a split are numbered consecutively, lowest level first
        for level in tasks.levels:
            for _ in range(tasks.num_tasks(split, level)):
                if level in FILE_LEVELS:
                    choices[f"{split}/{index}"] = {"split": split, "index": index}
                index += 1
    return choices


def _human_eval_choices() -> dict[str, dict[str, Any]]:
    tasks = human_eval()
    return {
        tasks.task("test", index).payload.name: {"split": "test", "index": index}
        for index in range(tasks.num_tasks("test"))
    }


coding_tasks = EnvironmentTasks(CodingEnvironment, _coding_choices)
human_eval_tasks = EnvironmentTasks(HumanEvalEnvironment, _human_eval_choices)
