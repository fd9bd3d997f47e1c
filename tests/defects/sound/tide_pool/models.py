"""The action, the observation and the state of the survey."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class TidePoolAction(Action):
    """A look at a quadrat, or the report."""

    command: str = Field(default="", max_length=16, description="look or report")
    row: int = Field(default=0, ge=-99, le=99, description="For look: row, from 0")
    column: int = Field(default=0, ge=-99, le=99, description="For look: column, from 0")
    total: int = Field(default=0, ge=0, le=100000, description="For report: anemones in the pool")


class Look(BaseModel):
    """A quadrat that was counted."""

    row: int = Field(description="Its row")
    column: int = Field(description="Its column")
    anemones: int = Field(description="What was counted")


class TidePoolObservation(Observation):
    """The notebook of the surveyor."""

    looks: list[Look] = Field(default_factory=list, description="Quadrats counted so far")
    looks_left: int = Field(default=0, description="Looks that remain")
    note: str = Field(default="", description="`refused` if the last action was not possible")


class TidePoolState(State):
    """The public state."""

    split: str = Field(default="train", description="Split of the pool")
