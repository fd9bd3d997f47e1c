"""Action, observation and state of the exchange."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class KidneyExchangeAction(Action):
    """A proposal."""

    cycles: list[list[int]] = Field(
        default_factory=list,
        max_length=50,
        description="Cycles of pairs; each pair gives to the next one",
    )


class KidneyExchangeObservation(Observation):
    """The board."""

    board: str = Field(default="", description="Who can give to whom")
    pairs: int = Field(default=0, description="Number of pairs")
    transplants: int = Field(default=0, description="Transplants of the accepted proposal")
    verdict: str = Field(default="", description="What the committee says")


class KidneyExchangeState(State):
    """The public state."""

    size: str = Field(default="small", description="Size of the pool")
