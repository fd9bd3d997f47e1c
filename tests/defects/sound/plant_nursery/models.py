"""Types of the nursery."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class NurseryAction(Action):
    """The plan of a day."""

    water: dict[str, int] = Field(default_factory=dict, description="Litres per batch")
    sell: dict[str, int] = Field(default_factory=dict, description="Pots per batch")


class BatchView(BaseModel):
    """A batch as the gardener sees it."""

    pots: int
    moisture: int
    demand: int = Field(description="Most pots that can be sold per day")
    thirst: list[int] = Field(description="Moisture lost in each night, from day 0")
    prices: list[int] = Field(description="Price per pot on each day, from day 0")


class NurseryObservation(Observation):
    """The nursery in the morning."""

    day: int = 0
    profit: int = 0
    water_cost: int = 0
    batches: dict[str, BatchView] = Field(default_factory=dict)
    note: str = ""


class NurseryState(State):
    """Public state."""

    day: int = 0
    profit: int = 0
