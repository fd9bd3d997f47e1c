"""Messages of the duel."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class TakeAction(Action):
    """A move."""

    heap: int = Field(default=0, ge=-1000, le=1000, description="Number of a heap, from 1")
    take: int = Field(default=0, ge=-1000, le=1000, description="Pebbles to take, 1 to 3")


class HeapsObservation(Observation):
    """The heaps."""

    heaps: list[int] = Field(default_factory=list, description="Pebbles on each heap")
    reply: str = Field(default="", description="The last move of the opponent")
    style: str = Field(default="", description="How the opponent plays")
    refused: int = Field(default=0, description="Moves that were refused")
    note: str = ""


class DuelState(State):
    """The public state."""

    style: str = "loose"
    heaps: int = 3
