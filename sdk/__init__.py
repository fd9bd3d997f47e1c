"""Write environments and rewards that are hard to exploit, and load environments of any author.

The names in `__all__` are the public interface. Names that need OpenEnv are imported when they are
first used, so `import hallmark_rl.sdk` alone takes milliseconds. Further public modules:

- `hallmark_rl.sdk.verifiers`: ready-made checks of programs, answers and runs.
- `hallmark_rl.sdk.adapters.trl`: TRL's `GRPOTrainer` on any environment, or on programs with tests.
- `hallmark_rl.sdk.tasks.evaluate`, `hallmark_rl.sdk.tasks.curriculum`: evaluation, curricula.
- `hallmark_rl.sdk.coding`: programming tasks.
- `hallmark_rl.sdk.hallmark`: read and check `hallmark.json`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from hallmark_rl.sdk.common.errors import ActionError, SetupError
from hallmark_rl.sdk.common.secret import Secret
from hallmark_rl.sdk.tasks.task_set import Task, TaskSet, hold_out

if TYPE_CHECKING:
    from hallmark_rl.sdk.environment.base import Setup, VerifiedEnvironment
    from hallmark_rl.sdk.environment.models import (
        StepError,
        VerifiedAction,
        VerifiedObservation,
        VerifiedState,
    )
    from hallmark_rl.sdk.environment.remote import RemoteEnvironment, VerifiedClient
    from hallmark_rl.sdk.environment.rewards import Column, Reward, Transition
    from hallmark_rl.sdk.subject.description import Subject
    from hallmark_rl.sdk.subject.diagnosis import SubjectError
    from hallmark_rl.sdk.subject.load import load_subject

__all__ = [
    "ActionError",
    "Column",
    "RemoteEnvironment",
    "Reward",
    "Secret",
    "Setup",
    "SetupError",
    "StepError",
    "Subject",
    "SubjectError",
    "Task",
    "TaskSet",
    "Transition",
    "VerifiedAction",
    "VerifiedClient",
    "VerifiedEnvironment",
    "VerifiedObservation",
    "VerifiedState",
    "hold_out",
    "load_subject",
]

_IMPORTED_ON_USE = {
    "Column": "environment.rewards",
    "RemoteEnvironment": "environment.remote",
    "Reward": "environment.rewards",
    "Setup": "environment.base",
    "StepError": "environment.models",
    "Subject": "subject.description",
    "SubjectError": "subject.diagnosis",
    "Transition": "environment.rewards",
    "VerifiedAction": "environment.models",
    "VerifiedClient": "environment.remote",
    "VerifiedEnvironment": "environment.base",
    "VerifiedObservation": "environment.models",
    "VerifiedState": "environment.models",
    "load_subject": "subject.load",
}


def __getattr__(name: str) -> Any:
    if name in _IMPORTED_ON_USE:
        module = importlib.import_module(f"hallmark_rl.sdk.{_IMPORTED_ON_USE[name]}")
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
