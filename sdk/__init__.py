"""Write environments that are sound by construction, and rewards that are hard to cheat.

What needs OpenEnv is loaded when it is first asked for: importing `sdk` alone takes milliseconds.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from hallmark_rl.sdk.common.errors import ActionError
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
    from hallmark_rl.sdk.environment.rewards import Column, Reward, Transition

__all__ = [
    "ActionError",
    "Column",
    "Reward",
    "Secret",
    "Setup",
    "StepError",
    "Task",
    "TaskSet",
    "Transition",
    "VerifiedAction",
    "VerifiedEnvironment",
    "VerifiedObservation",
    "VerifiedState",
    "hold_out",
]

_BOUND_TO_OPENENV = {
    "Column": "hallmark_rl.sdk.environment.rewards",
    "Reward": "hallmark_rl.sdk.environment.rewards",
    "Setup": "hallmark_rl.sdk.environment.base",
    "StepError": "hallmark_rl.sdk.environment.models",
    "Transition": "hallmark_rl.sdk.environment.rewards",
    "VerifiedAction": "hallmark_rl.sdk.environment.models",
    "VerifiedEnvironment": "hallmark_rl.sdk.environment.base",
    "VerifiedObservation": "hallmark_rl.sdk.environment.models",
    "VerifiedState": "hallmark_rl.sdk.environment.models",
}


def __getattr__(name: str) -> Any:
    if name in _BOUND_TO_OPENENV:
        return getattr(importlib.import_module(_BOUND_TO_OPENENV[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
