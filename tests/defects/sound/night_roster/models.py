"""The action and the observation of the roster."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Nurse(BaseModel):
    """One nurse."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    skills: list[str]
    days_off: list[int] = Field(description="Nights without duty, from 0")


class NightRosterAction(VerifiedAction):
    """A roster."""

    nurses: list[str] = Field(default_factory=list, max_length=14, description="One for each night")


class NightRosterObservation(VerifiedObservation):
    """The nurses and the nights."""

    rules: list[str] = Field(default_factory=list, description="What a roster must keep")
    nurses: list[Nurse] = Field(default_factory=list, description="Who can be assigned")
    nights: list[str] = Field(default_factory=list, description="The skill that each night needs")
    note: str = Field(default="", description="How the roster was judged")
