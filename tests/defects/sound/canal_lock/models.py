"""The action and the observation of the canal lock."""

from __future__ import annotations

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import Field

Move = Literal["admit", "fill", "drain", "release", "wait"]


class LockAction(Action):
    """One move of the lock-keeper."""

    move: Move = Field(default="wait", description="admit, fill, drain, release or wait")


class LockObservation(Observation):
    """What the lock-keeper sees."""

    minute: int = Field(default=0, description="Minutes since the shift began")
    closing: int = Field(default=0, description="The minute at which the lock closes")
    berths: int = Field(default=0, description="How many boats fit into the chamber")
    level: Literal["low", "high"] = Field(default="low", description="Where the water stands")
    chamber: list[str] = Field(default_factory=list, description="Boats inside the chamber")
    waiting_low: list[str] = Field(default_factory=list, description="Boats that want to go up")
    waiting_high: list[str] = Field(default_factory=list, description="Boats that want to go down")
    passed: int = Field(default=0, description="Boats that have passed")
    total: int = Field(default=0, description="Boats of this shift")
    note: str = Field(default="", description="What the last move did")
