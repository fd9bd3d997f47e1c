"""Episodes of Harbor tasks: the agent runs scripts in a trial, then the tests pay.

An environment that `hallmark wrap harbor:FOLDER` made is built of this. Unlike in Harbor, nothing
of the tests is there while the agent's scripts run, and what it leaves at their place is gone when
they run.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from hallmark_rl.sandbox.isolation import seccomp
from hallmark_rl.sandbox.trials.trial_limits import TrialLimits
from hallmark_rl.sdk.common.errors import SetupError
from hallmark_rl.sdk.harbor.harbor_task import HarborTask, TaskError, find_tasks
from hallmark_rl.sdk.harbor.trial import NoPrivateRoot, Ran, Trial, TrialProblem
from hallmark_rl.sdk.tasks.task_set import TaskSet

_MOST_SHOWN = 8_000
"""Characters of an output that an agent sees."""
_log = logging.getLogger("hallmark.sdk")


def read_harbor_tasks(folder: Path) -> TaskSet[HarborTask]:
    """The tasks in a folder: each folder in it is a split, `train` the first, with task folders.

    Raises:
        TaskError: there is no split, a split has no task, or a task needs an image.
    """
    splits = sorted(
        (path for path in folder.iterdir() if path.is_dir()),
        key=lambda path: (path.name != "train", path.name),
    )
    if not splits:
        raise TaskError(f"{folder} holds no folder of tasks")
    tasks = {split.name: find_tasks(split) for split in splits}
    for task in (task for part in tasks.values() for task in part):
        if task.unprovable:
            raise TaskError(f"{task.path} cannot be played: {task.unprovable}")
    return TaskSet({name: {1: part} for name, part in tasks.items()})


class HarborEpisode:
    """A trial whose tests the agent cannot reach; it ends when the object is collected.

    Args:
        task: the task.
        limits: what scripts may use.
        command_seconds: how long a script of the agent may take.

    Raises:
        SetupError: this machine gives no namespaces, has no filter of system calls, or lets scripts
            read the task; nothing is then run with less isolation.
    """

    def __init__(self, task: HarborTask, limits: TrialLimits, command_seconds: float) -> None:
        if not seccomp.supported():
            raise SetupError(
                "a script of a Harbor task cannot be confined here: there is no filter of system "
                "calls for this kind of processor"
            )
        self.task, self._seconds = task, command_seconds
        try:
            self._trial = Trial(task, limits, hidden=True)
        except NoPrivateRoot as error:
            raise SetupError(
                "a script of a Harbor task cannot be confined here, and is not run without "
                f"namespaces (user, mount, PID, network): {error}"
            ) from None
        except TrialProblem as error:
            raise SetupError(str(error)) from None
        if self._trial.build_problem:
            self._trial.close()
            raise SetupError(f"the task {task.name} cannot be made: {self._trial.build_problem}")

    def run(self, command: str) -> Ran:
        """Run a script of the agent in the working folder, as its root."""
        return self._trial.act(command, self._seconds)

    def pay(self) -> float:
        """Run the tests, end the trial, and return the reward; 0 if the tests give none."""
        verdict = self._trial.verify()
        self._trial.close()
        if verdict.problem:
            _log.warning("the tests of %s gave no reward: %s", self.task.name, verdict.problem)
        return verdict.pay


def shown_output(text: str) -> str:
    """An output as an agent sees it: its end, if it is long, after a note."""
    if len(text) <= _MOST_SHOWN:
        return text
    return f"[{len(text) - _MOST_SHOWN} characters are left out]\n{text[-_MOST_SHOWN:]}"


def scripts_by_task(
    tasks: Sequence[HarborTask], scripts: Sequence[Sequence[tuple[str, str]]]
) -> dict[str, dict[str, str]]:
    """By what a script tries: the script for each task, by the name of the task.

    Args:
        tasks: the tasks.
        scripts: for each task, pairs of what a script tries and the script.
    """
    found: dict[str, dict[str, str]] = {}
    for task, pairs in zip(tasks, scripts, strict=True):
        for what, script in pairs:
            found.setdefault(what, {})[task.name] = script
    return found
