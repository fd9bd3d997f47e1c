"""What the florist does and sees."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class BouquetAction(Action):
    """One move at the counter."""

    command: str = Field(default="", max_length=16, description="add, remove or finish")
    flower: str = Field(default="", max_length=32, description="For add and remove: the flower")
    count: int = Field(default=1, ge=1, le=12, description="For add and remove: stems")


class BouquetObservation(Observation):
    """The counter."""

    brief: dict[str, str | int] = Field(default_factory=dict, description="What the customer wants")
    catalogue: list[str] = Field(default_factory=list, description="Flower, colour and price")
    bouquet: dict[str, int] = Field(default_factory=dict, description="Stems in the bouquet")
    spent: int = Field(default=0, description="Price of the bouquet")
    wishes: dict[str, bool] = Field(default_factory=dict, description="Which wishes are met")
    note: str = Field(default="", description="`refused` if the last action was not possible")


class BouquetState(State):
    """The public state."""

    size: str = Field(default="small", description="Size of the bouquet")
