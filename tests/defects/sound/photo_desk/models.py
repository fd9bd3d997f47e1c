"""The action and the observation of Photo Desk."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DeskAction(VerifiedAction):
    """The clerk's verdict on the photo."""

    verdict: str = Field(
        default="",
        max_length=120,
        description="The codes of all broken rules, such as `R2, R5`, or the word `accept`",
    )


class Rule(BaseModel):
    """A measure and its limits; both limits are allowed values."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str = Field(description="Such as R4")
    measure: str = Field(description="What is measured, and in which unit")
    low: int = Field(description="The least allowed value")
    high: int = Field(description="The greatest allowed value")


class DeskObservation(VerifiedObservation):
    """An application with a measured photo."""

    level: int = Field(default=0, description="Difficulty, from 1")
    country: str = Field(default="", description="The country that issues the passport")
    applicant_age: int = Field(default=0, description="In years")
    rules: list[Rule] = Field(default_factory=list, description="The rules of this country")
    child_allowance: int = Field(
        default=0,
        description="For applicants under 6, every limit is wider by this much at either end",
    )
    measured: dict[str, float] = Field(
        default_factory=dict, description="The measured values, by the code of the rule"
    )
    note: str = Field(default="", description="Set if the verdict could not be read")
