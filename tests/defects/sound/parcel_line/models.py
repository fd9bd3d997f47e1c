"""Action, observation and state of the sorting line."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class ParcelLineAction(Action):
    """What to do with the parcel at the front."""

    command: str = Field(default="", max_length=16, description="sort or scan")
    chute: str = Field(default="", max_length=4, description="For sort: A, B, C or D")


class Rule(BaseModel):
    """A rule of the day."""

    kind: str = Field(description="express, heavy or zone")
    low: int = Field(default=0, description="Least weight, or least first digit")
    high: int = Field(default=0, description="For zone: greatest first digit")
    chute: str = Field(description="Where such a parcel goes")


class Label(BaseModel):
    """What can be read on a parcel."""

    postcode: str = Field(description="Five digits, or ????? if smudged")
    grams: int = Field(description="Weight")
    mark: str = Field(default="", description="A mark, or nothing")


class ParcelLineObservation(Observation):
    """The front of the belt."""

    rules: list[Rule] = Field(
        default_factory=list, description="Rules in order; the first that fits decides"
    )
    parcel: Label | None = Field(default=None, description="The parcel at the front")
    waiting: int = Field(default=0, description="Parcels still on the belt")
    note: str = Field(default="", description="What came of the last action")


class ParcelLineState(State):
    """The public state."""

    level: str = Field(default="easy", description="Level of the day")
