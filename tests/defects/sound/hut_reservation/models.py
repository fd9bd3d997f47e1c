"""The action and the observation of the hut reservation."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class HutAction(Action):
    """Read a ledger, or book the tour."""

    tool: Literal["ledger", "book"] = Field(default="ledger", description="What to do")
    hut: int = Field(default=0, ge=0, le=20, description="Which ledger to read, from 1")
    start: int = Field(default=0, ge=0, le=40, description="On which day to start, from 1")


class Stay(BaseModel):
    """A ledger that was read."""

    hut: int = Field(description="Number of the hut on the tour")
    name: str = Field(description="Its name")
    free_beds: list[int] = Field(description="Free beds on day 1, 2, ... of the season")


class HutObservation(Observation):
    """The tour, and the ledgers read so far."""

    huts: list[str] = Field(default_factory=list, description="The huts, in walking order")
    party: int = Field(default=0, description="How many beds the party needs")
    last_start: int = Field(default=0, description="The last day on which the tour can start")
    ledgers: list[Stay] = Field(default_factory=list, description="What was read so far")
    pages_read: int = Field(default=0, description="Pages turned so far, for the bill")
    steps_left: int = Field(default=0, description="Steps that remain")
    note: str = Field(default="", description="The registry's remark")
