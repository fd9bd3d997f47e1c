"""Test-driven coding: programs are run in the sandbox and judged on freshly drawn tests."""

from __future__ import annotations

from .models import CodingAction, CodingObservation, CodingState

__all__ = ["CodingAction", "CodingObservation", "CodingState"]
