"""What the storekeeper sends and sees."""

from __future__ import annotations

from openenv.core.env_server import Action, Observation
from pydantic import BaseModel, Field


class Lot(BaseModel):
    """A lot of seeds on the shelf."""

    number: int = Field(description="The number of the lot")
    species: str = Field(description="The species")
    germination: int = Field(description="Germination rate in per cent")
    grams: int = Field(description="Grams on hand")


class Order(BaseModel):
    """An order of a greenhouse."""

    species: str = Field(description="The species that is wanted")
    grams: int = Field(description="How many grams, exactly")
    germination: int = Field(description="The lowest germination rate that is accepted")


class SeedInventoryAction(Action):
    """The pick list of the current order."""

    picks: list[str] = Field(
        default_factory=list,
        max_length=20,
        description='What to take, as "lot:grams", such as ["3:40", "12:25"]',
    )


class SeedInventoryObservation(Observation):
    """The shelf and the orders that are still open; the first of them is the current one."""

    lots: list[Lot] = Field(default_factory=list, description="All lots")
    orders: list[Order] = Field(default_factory=list, description="Open orders, current one first")
    filled: int = Field(default=0, description="Orders filled so far")
    note: str = Field(default="", description="Why the last order was not filled")
