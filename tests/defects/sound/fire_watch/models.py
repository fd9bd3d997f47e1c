"""Action and observation of the fire watch."""

from typing import Any, Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class FireWatchAction(Action):
    """Look from a tower, or report the fire."""

    kind: Literal["look", "report"] = Field(default="report", description="What to do")
    tower: int = Field(default=1, ge=1, le=5, description="The tower to look from")
    x: float = Field(default=0.0, ge=0.0, le=20.0, description="Reported place, kilometres east")
    y: float = Field(default=0.0, ge=0.0, le=20.0, description="Reported place, kilometres north")


class FireWatchObservation(Observation):
    """The towers and the bearings so far."""

    towers: dict[str, list[float]] = Field(
        default_factory=dict, description="Place (x, y) of every tower, in km"
    )
    bearings: list[dict[str, Any]] = Field(
        default_factory=list, description="Every look: tower and degrees"
    )
    season: str = Field(default="", description="The season, which decides how clear the air is")
    uncertainty: float = Field(
        default=0.0, description="Standard deviation of a bearing, in degrees"
    )
    looks_left: int = Field(default=0, description="How many looks remain")
    message: str = Field(default="", description="What the last action did")
