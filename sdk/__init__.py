"""Write environments that are sound by construction, and rewards that are hard to cheat.

What needs OpenEnv is loaded when it is first asked for: importing `sdk` alone takes milliseconds.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from sdk.errors import ActionError
from sdk.secret import Secret
from sdk.tasks import Task, TaskSet, hold_out

if TYPE_CHECKING:
    from sdk.environment import Setup, VerifiedEnvironment
    from sdk.models import StepError, VerifiedAction, VerifiedObservation, VerifiedState
    from sdk.rewards import Column, Reward, Transition

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
    "Column": "sdk.rewards",
    "Reward": "sdk.rewards",
    "Setup": "sdk.environment",
    "StepError": "sdk.models",
    "Transition": "sdk.rewards",
    "VerifiedAction": "sdk.models",
    "VerifiedEnvironment": "sdk.environment",
    "VerifiedObservation": "sdk.models",
    "VerifiedState": "sdk.models",
}


def __getattr__(name: str) -> Any:
    if name in _BOUND_TO_OPENENV:
        return getattr(importlib.import_module(_BOUND_TO_OPENENV[name]), name)
    raise AttributeError(f"module 'sdk' has no attribute {name!r}")
