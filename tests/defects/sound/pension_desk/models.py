"""Action and observation of the pension desk."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DeskAnswer(VerifiedAction):
    """The answer to the present case."""

    verdict: str = Field(
        default="", max_length=40, description="within, exceeds or exceeds_tapered"
    )
    excess: float = Field(
        default=0.0,
        ge=0,
        le=10_000_000,
        allow_inf_nan=False,
        description="Level 2: contributions above the allowance",
    )


class Case(BaseModel):
    """What the member wrote into the form."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int = Field(description="The number of the case")
    salary: int = Field(description="Salary of the year")
    other_income: int = Field(description="Income beside the salary")
    employee_percent: float = Field(description="The employee's contribution, in % of the salary")
    employer_percent: float = Field(description="The employer's contribution, in % of the salary")


class DeskObservation(VerifiedObservation):
    """The present case."""

    level: int = Field(default=0, description="Difficulty, from 1")
    case: Case | None = Field(default=None, description="The case to be answered; none at the end")
    cases_left: int = Field(default=0, description="Cases to be answered, this one included")
