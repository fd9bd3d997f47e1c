"""The action and the observation of the formula writer."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class FormulaAction(VerifiedAction):
    """A formula."""

    formula: str = Field(default="", max_length=200, description="Such as `=MAX(A - B, 0)`")


class SheetObservation(VerifiedObservation):
    """What the column shall hold, and some rows with the right result."""

    wanted: str = Field(default="", description="The column D in words")
    rows: list[list[int]] = Field(default_factory=list, description="Rows of A, B, C, D")
    note: str = ""
