"""Stones."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class HeapsAction(Action):
    """A move of the agent."""

    heap: int = Field(default=1, ge=0, le=99, description="Number of the heap, from 1")
    take: int = Field(default=0, ge=0, le=99, description="Stones to take")


class HeapsObservation(Observation):
    """The table."""

    heaps: list[int] = Field(default_factory=list, description="Stones in each heap")
    log: list[str] = Field(default_factory=list, description="What happened in the last step")
    refusals: int = Field(default=0, description="Refused moves so far")


class HeapsState(State):
    """The public state."""

    level: str = Field(default="club")
