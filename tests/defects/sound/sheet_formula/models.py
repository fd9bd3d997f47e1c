"""The action and the observation of the formula task."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class SheetFormulaAction(VerifiedAction):
    """One attempt."""

    formula: str = Field(default="", max_length=200, description="It begins with =")


class SheetFormulaObservation(VerifiedObservation):
    """The question and the table, and what the last formula computed."""

    question: str = Field(default="", description="What the formula has to compute")
    rows: list[str] = Field(default_factory=list, description="Each row: region, units, price")
    attempts_left: int = Field(default=0, description="How many attempts remain")
    computed: str = Field(default="", description="The result of the last formula, or its error")
