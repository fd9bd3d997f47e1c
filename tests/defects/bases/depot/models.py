"""What is said between an agent and the market."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class DepotAction(Action):
    """One trade."""

    kind: Literal["buy", "sell", "hold"]
    amount: int = Field(default=0, ge=0, le=3, description="how many units")


class DepotObservation(Observation):
    """The prices until today and what one owns."""

    message: str = ""
    day: int = Field(default=0, ge=0)
    prices: list[int] = Field(default_factory=list)
    cash: int = Field(default=0, ge=0)
    stock: int = Field(default=0, ge=0)


class DepotState(State):
    """Only the episode's id and the step count."""
