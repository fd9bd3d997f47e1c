"""The action and the observation of Till Close."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class CloseAction(VerifiedAction):
    """The total of the day."""

    total: float | None = Field(
        default=None, allow_inf_nan=False, description="Takings in euros, with two decimals"
    )


class Entry(BaseModel):
    """One entry of the journal."""

    model_config = ConfigDict(frozen=True)

    number: int
    kind: Literal["sale", "refund", "void"]
    item: str = ""
    quantity: int = 0
    price: float = 0.0
    voids: int = 0


class TillObservation(VerifiedObservation):
    """The journal of a till."""

    journal: list[Entry] = Field(default_factory=list, description="In the order of the day")
    rule: str = Field(default="", description="How entries count")
    attempts_left: int = Field(default=0, description="How many answers remain")
    note: Literal["", "not the total"] = Field(default="", description="About the last answer")
