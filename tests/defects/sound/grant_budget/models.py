"""The action and the observation of the budget check."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class BudgetAction(VerifiedAction):
    """The report on a budget."""

    report: str = Field(default="", max_length=3000, description="A verdict for each line")


class BudgetObservation(VerifiedObservation):
    """The rules and the budget."""

    rules: list[str] = Field(default_factory=list, description="The rules of the call")
    budget: list[str] = Field(default_factory=list, description="The lines of the budget")
    task: str = Field(default="", description="What to answer")
    answered: int = Field(default=0, description="After the answer: lines with a verdict")
