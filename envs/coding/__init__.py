"""Coding tasks: programs run in the sandbox and are graded on newly generated tests.

The models need OpenEnv and are imported when they are first used, so that `hallmark audit` works
without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .models import CodingAction, CodingObservation, CodingState

__all__ = ["CodingAction", "CodingObservation", "CodingState"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from . import models

        return getattr(models, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
