"""A plan for the antenna, and the list of passes."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Pass(BaseModel):
    """One pass of a satellite over the station."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(description="Name of the pass")
    satellite: str = Field(description="Name of the satellite")
    start: int = Field(description="Minute at which it rises")
    end: int = Field(description="Minute at which it sets")
    megabytes: int = Field(description="Data that the whole pass brings down")
    energy: int = Field(description="Energy that the pass takes, in watt-hours")


class PassPlan(VerifiedAction):
    """The passes to serve."""

    passes: list[str] = Field(
        default_factory=list, max_length=32, description="Ids of the chosen passes, in any order"
    )


class PassBoard(VerifiedObservation):
    """The passes of the shift and the limits; after the plan, the verdict on it."""

    passes: list[Pass] = Field(default_factory=list, description="All passes of the shift")
    slew_minutes: int = Field(default=0, description="Minutes needed between two passes")
    energy_budget: int = Field(default=0, description="Energy for the whole shift, in watt-hours")
    verdict: Literal["", "feasible", "unknown pass", "conflict", "energy"] = Field(
        default="", description="Whether the plan can be carried out, or what is wrong"
    )
    downloaded: int = Field(default=0, description="Megabytes that the plan brings down")
