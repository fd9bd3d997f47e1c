"""The tray with its card, and the auditor's answer."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class TrayItem(BaseModel):
    """One item of a tray, as its label says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int = Field(description="Number of the item on the tray, from 1")
    food: str = Field(description="What it is")
    contains: list[str] = Field(description="Allergens")
    texture: str = Field(description="`pureed`, `soft` or `regular`")
    sodium_mg: int = Field(description="Sodium, in milligrams")
    carbs_g: int = Field(description="Carbohydrates, in grams")


class MealTrayAction(VerifiedAction):
    """The audit of a tray."""

    answer: str = Field(
        default="",
        max_length=400,
        description="One line for each item that must go: `NUMBER: REASON, REASON`",
    )


class MealTrayObservation(VerifiedObservation):
    """The card of the patient and the tray."""

    card: list[str] = Field(default_factory=list, description="The orders on the patient's card")
    items: list[TrayItem] = Field(default_factory=list, description="The tray")
    reasons: list[str] = Field(default_factory=list, description="The reasons that there are")
    note: str = Field(default="", description="Why an answer could not be read, if so")
