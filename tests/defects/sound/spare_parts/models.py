"""The storekeeper's forms."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class StockAction(Action):
    """The orders of a day."""

    orders: dict[str, int] = Field(
        default_factory=dict, description="Part to quantity; may be empty"
    )


class Job(BaseModel):
    """A repair that is planned."""

    day: int = Field(description="Day of the repair")
    part: str = Field(description="Part that it needs")
    quantity: int = Field(description="How many")


class StockObservation(Observation):
    """The storekeeper's desk in the morning."""

    day: int = Field(default=0, description="Today, from 1")
    stock: dict[str, int] = Field(default_factory=dict, description="Parts on the shelf")
    plan: list[Job] = Field(default_factory=list, description="All repairs of the period")
    cost: int = Field(default=0, description="Costs so far")
    note: str = Field(default="", description="What happened since yesterday")


class StockState(State):
    """Public state."""

    level: str = Field(default="calm", description="calm or busy")
