"""The action and the observation of the fish-stock survey."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class SurveyAction(VerifiedAction):
    """Tow the net, or finish with an estimate."""

    kind: Literal["tow", "estimate"] = Field(default="tow", description="What to do")
    stratum: str = Field(default="", max_length=20, description="Where to tow")
    tows: int = Field(default=1, ge=1, le=40, description="How many tows")
    fish: float = Field(default=0.0, ge=0, le=1e9, description="The estimate: fish in the lake")


class Stratum(BaseModel):
    """A part of the lake."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(description="Name of the stratum")
    hectares: int = Field(description="Its area")


class Haul(BaseModel):
    """The catch of one tow."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    stratum: str = Field(description="Where the net was towed")
    caught: int = Field(description="Fish in the net")


class SurveyObservation(VerifiedObservation):
    """The lake, and all hauls so far."""

    strata: list[Stratum] = Field(default_factory=list, description="The parts of the lake")
    hauls: list[Haul] = Field(default_factory=list, description="All tows so far, in order")
    tows_left: int = Field(default=0, description="Tows that the ship still pays for")
    note: str = Field(default="", description="Why the last action did nothing, if it did")
