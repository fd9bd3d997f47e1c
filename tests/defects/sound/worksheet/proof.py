"""The author's evidence for the sheet."""

from env import TASKS, SheetAction, SheetEnvironment, SheetObservation

declared = {"max_steps": 6, "success_reward": 1.0}


def oracle(env: SheetEnvironment, seen: SheetObservation) -> SheetAction:
    """Writes the formula of the task, then closes."""
    if seen.value is not None:
        return SheetAction(kind="close")
    return SheetAction(
        kind="write", formula=next(TASKS[task] for task in TASKS if f"for {task}." in seen.task)
    )


def null(env: SheetEnvironment, seen: SheetObservation) -> SheetAction:
    """Closes an empty sheet."""
    return SheetAction(kind="close")
