"""An environment of Harbor tasks: each step is a script of the agent, and the tests pay."""

from __future__ import annotations

import shutil
from pathlib import Path

from hallmark_rl.sandbox.trials.trial_limits import TrialLimits
from hallmark_rl.sdk.common.errors import SetupError
from hallmark_rl.sdk.hallmark import FILE
from hallmark_rl.sdk.harbor.harbor_episodes import HarborEpisode
from hallmark_rl.sdk.harbor.harbor_task import HarborTask, TaskError, find_tasks
from hallmark_rl.sdk.harbor.solution_script import solution_script
from hallmark_rl.sdk.harbor.trial import MOST_SECONDS, TrialProblem
from hallmark_rl.sdk.scaffold import free_folder, write_environment
from hallmark_rl.sdk.tasks.task_set import hold_out
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

_MAX_STEPS = 20
_HELD_OUT = 4
"""One of so many tasks is held out."""
_LONGEST, _TURN = 20_000, 4_000
_ROUNDING = 1e-9


def wrap_harbor(
    spec: str, out: Path, *, max_steps: int | None = None
) -> tuple[list[Path], list[str]]:
    """Write an environment of the tasks of `harbor:FOLDER` into the new folder `out`.

    Each task is played twice first: without any action, and with its solution.

    Args:
        spec: the subject, the folder of a task or of several.
        out: the folder; its name is the name of the environment.
        max_steps: the scripts after which the tests run; None for 20.

    Returns:
        The paths of its files, and notes for the author: one for each task that is left out.

    Raises:
        WrapProblem: no task can be played here, or is paid for its solution.
        NameProblem: the folder exists, or its name cannot be that of a package.
        OSError: a file cannot be written.
    """
    folder = free_folder(out.name, out.parent)
    try:
        found = find_tasks(Path(spec.partition(":")[2]))
    except TaskError as error:
        raise WrapProblem(str(error)) from None
    reasons = {task.name: _why_unusable(task) for task in found}
    tasks = [task for task in found if not reasons[task.name]]
    left_out = [f"{name} is left out: {reason}" for name, reason in reasons.items() if reason]
    if not tasks:
        raise WrapProblem("; ".join(left_out))
    splits = _splits(tasks)
    longest = max(len(solution_script(task)) for task in tasks)
    written = write_environment(
        "harbor",
        folder,
        {
            "spec": spec,
            "summary": f"Harbor tasks of {Path(spec.partition(':')[2]).name}",
            "example": 'command="ls"',
            "requirements": [],
            "folders": [],
            "package_data": ["tasks/**/*"],
            "reward_range": [0.0, 1.0],
            "floor_margin": 0.1,
            "task_api": True,
            "turns": "multi-turn",
            "several": len(tasks) > 1,
            "max_steps": max_steps or _MAX_STEPS,
            "longest": max(_LONGEST, 2 * longest),
            "turn_chars": max(_TURN, 2 * longest),
            "capabilities": ["single_task"] * (len(tasks) == 1),
            "split_text": ", ".join(f"{len(part)} in `{name}`" for name, part in splits.items()),
        },
    )
    for split, part in splits.items():
        for task in part:
            target = folder / "tasks" / split / task.name
            shutil.copytree(task.path, target, ignore=shutil.ignore_patterns(FILE, "__pycache__"))
            written += [path for path in target.rglob("*") if path.is_file()]
    return sorted(written), left_out


def _why_unusable(task: HarborTask) -> str:
    """Why nobody can be trained on a task here, as a clause; empty if it can be played."""
    if task.unprovable:
        return task.unprovable
    for needed in ("instruction.md", "tests/test.sh", "solution/solve.sh"):
        if not (task.path / needed).is_file():
            return f"it has no {needed}"
    try:
        nothing = HarborEpisode(task, TrialLimits(), MOST_SECONDS).pay()
        solved = HarborEpisode(task, TrialLimits(), MOST_SECONDS)
        ran = solved.run(solution_script(task))
        pay = solved.pay()
    except (SetupError, TrialProblem) as error:
        return str(error)
    if not nothing + _ROUNDING < pay:
        return f"its solution is paid {pay:.4g}, and nothing {nothing:.4g}; {ran.problem}".rstrip(
            "; "
        )
    if not abs(pay - 1.0) < _ROUNDING:
        return f"its solution is paid {pay:.4g}, not 1"
    return ""


def _splits(tasks: list[HarborTask]) -> dict[str, list[HarborTask]]:
    """The tasks of each split; of several, a quarter is held out."""
    if len(tasks) < 2:
        return {"train": tasks}
    names = [task.name for task in tasks]
    _, held_out = hold_out(names, max(1, len(names) // _HELD_OUT), seed=0)
    return {
        "train": [task for task in tasks if task.name not in held_out],
        "test": [task for task in tasks if task.name in held_out],
    }
