"""Messages of the store room."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, ConfigDict, Field


class Order(BaseModel):
    """An order of a reagent."""

    model_config = ConfigDict(extra="forbid")

    reagent: str = Field(max_length=40, description="Name of the reagent")
    grams: int = Field(ge=1, le=10000, description="How much")
    supplier: str = Field(max_length=40, description="standard or express")


class StoreAction(Action):
    """All orders of the day; no order is fine."""

    orders: list[Order] = Field(default_factory=list, max_length=20, description="Orders of today")


class Experiment(BaseModel):
    """An experiment in the calendar."""

    day: int = Field(description="Day of the experiment")
    needs: dict[str, int] = Field(description="Grams of each reagent")


class StoreObservation(Observation):
    """The store room in the evening."""

    day: int = Field(default=1, description="Today")
    budget: int = Field(default=0, description="Money that is left")
    prices: dict[str, int] = Field(default_factory=dict, description="Standard price per gram")
    stock: dict[str, int] = Field(default_factory=dict, description="Grams in store")
    on_the_way: list[str] = Field(default_factory=list, description="Orders that will arrive")
    calendar: list[Experiment] = Field(default_factory=list, description="Experiments to come")
    log: list[str] = Field(default_factory=list, description="What has happened")


class StoreState(State):
    """Public state."""

    ran: int = Field(default=0, description="Experiments that were run")
