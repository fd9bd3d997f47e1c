"""Data of the blood-bank desk."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class BloodAction(Action):
    """Give a unit to a request, or close the desk."""

    verb: str = Field(default="", max_length=32, description="give or close")
    unit: str = Field(default="", max_length=32, description="For give: id of the unit")
    request: str = Field(default="", max_length=32, description="For give: id of the request")


class Unit(BaseModel):
    """A unit of red cells in the fridge."""

    id: str
    group: str = Field(description="Such as O- or AB+")
    age: int = Field(description="Days since donation")


class Request(BaseModel):
    """A request of a ward."""

    id: str
    group: str = Field(description="Group of the patient")
    max_age: int = Field(description="Oldest unit that the ward takes, in days")
    filled: bool = False


class BloodObservation(Observation):
    """Fridge and request board."""

    stock: list[Unit] = Field(default_factory=list)
    requests: list[Request] = Field(default_factory=list)
    note: str = Field(default="", description="Why the last action was refused")


class BloodState(State):
    """The public state."""

    level: str = "small"
    filled: int = 0
