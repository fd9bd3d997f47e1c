"""Coding tasks: programs run in the sandbox and are graded on newly generated tests."""

from __future__ import annotations

from .models import CodingAction, CodingObservation, CodingState

__all__ = ["CodingAction", "CodingObservation", "CodingState"]
