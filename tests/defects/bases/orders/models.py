"""What is said between an agent and the warehouse."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field

Sku = Literal["bolt", "nut", "gear", "belt", "lamp"]


class Address(BaseModel):
    """Where a parcel goes."""

    street: str = Field(max_length=40, description="street and number")
    city: str = Field(max_length=40, description="the town")


class Line(BaseModel):
    """So many packs of one article."""

    sku: Sku
    packs: int = Field(ge=1, le=99, description="how many packs")


class Wanted(BaseModel):
    """So many pieces of one article."""

    sku: Sku
    pieces: int


class OrdersAction(Action):
    """Look up a pack size, or ship and be done."""

    kind: Literal["inspect", "ship"] = Field(description="look up a pack size, or ship and be done")
    sku: Sku | None = Field(default=None, description="the article to inspect")
    lines: list[Line] = Field(default_factory=list, max_length=8, description="what to ship")
    address: Address | None = Field(default=None, description="where to ship it")
    note: str | None = Field(default=None, max_length=80, description="a note for the carrier")


class OrdersObservation(Observation):
    """The order and the pack sizes known so far."""

    message: str = ""
    wanted: list[Wanted] = Field(default_factory=list)
    address: Address | None = None
    note: str | None = None
    pack_sizes: dict[str, int] = Field(default_factory=dict)
    steps_left: int = 0


class OrdersState(State):
    """What the server tells about an episode."""

    inspected: int = 0
    shipped: bool = False
