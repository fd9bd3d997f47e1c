"""What the jeweller does at the bench, and what lies on it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Metal(BaseModel):
    """One drawer of metal."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(description="Name of the metal")
    fineness: int = Field(description="Parts of gold in a thousand")
    cents_per_gram: int = Field(description="Price")
    grams_left: float = Field(description="What is left in the drawer")
    grams_used: float = Field(description="What is in the crucible")


class AlloyBenchAction(VerifiedAction):
    """Weigh metal into the crucible, or cast what is in it."""

    op: Literal["add", "cast"] = Field(default="cast", description="`add` or `cast`")
    metal: str = Field(default="", max_length=30, description="add: name of a metal")
    amount: float = Field(
        default=0.0, ge=0.0, le=1000.0, allow_inf_nan=False, description="add: how much"
    )
    unit: Literal["g", "dwt"] = Field(
        default="g", description="add: grams, or pennyweights of 1.55517384 g"
    )


class AlloyBenchObservation(VerifiedObservation):
    """The order, the drawers and the crucible."""

    order_grams: float = Field(default=0.0, description="Weight to cast, give or take 0.1 g")
    order_fineness: int = Field(default=0, description="Fineness to cast, give or take 3")
    metals: list[Metal] = Field(default_factory=list, description="The drawers")
    crucible_grams: float = Field(default=0.0, description="Weight in the crucible")
    crucible_fineness: float = Field(default=0.0, description="Its parts of gold in a thousand")
    spent_cents: int = Field(default=0, description="Price of all that was weighed in")
    steps_left: int = Field(default=0, description="Steps that remain; casting is one")
    note: str = Field(default="", description="What the last step did")
