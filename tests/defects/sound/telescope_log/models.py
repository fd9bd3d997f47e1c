"""How a log is read, and what it shows."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation

Fault = Literal["", "cloud", "dew", "focus", "slip", "wind"]


class LogAction(VerifiedAction):
    """Open a page of the log, or name the fault, which ends the episode."""

    tool: Literal["read", "diagnose"] = Field(default="read", description="What to do")
    page: int = Field(default=0, ge=0, le=99, description="For `read`: the page, from 0")
    fault: Fault = Field(default="", description="For `diagnose`: the fault of this night")


class Frame(BaseModel):
    """One line of the log."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int = Field(description="Number of the exposure, from 1")
    stars: int = Field(description="Stars that were found")
    width: float = Field(description="Width of a star's image in arc seconds")
    offset: float = Field(description="Distance of the guide star from its mark in arc seconds")
    wind: float = Field(description="Wind in metres per second")
    humidity: int = Field(description="Relative humidity in per cent")


class LogObservation(VerifiedObservation):
    """What was read so far."""

    level: int = Field(default=0, description="Difficulty, from 1")
    exposures: int = Field(default=0, description="How many exposures the night has")
    pages: int = Field(default=0, description="How many pages the log has, six exposures on each")
    pages_read: list[int] = Field(default_factory=list, description="The pages that were opened")
    frames: list[Frame] = Field(
        default_factory=list, description="Their lines, in the night's order"
    )
    note: Literal["", "no such page"] = Field(
        default="", description="Set if there is no such page"
    )
    steps_left: int = Field(default=0, description="How many steps remain")
