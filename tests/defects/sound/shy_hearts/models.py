"""Messages of the card game."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class PlayAction(Action):
    """The card to play."""

    card: str = Field(default="", max_length=40, description="Suit and rank, such as H4")


class HandObservation(Observation):
    """Your hand and the table."""

    hand: list[str] = Field(default_factory=list)
    trick: list[str] = Field(default_factory=list, description="Cards on the table, in order")
    last_trick: list[str] = Field(default_factory=list)
    unseen: list[str] = Field(default_factory=list, description="Cards that others hold")
    points: list[int] = Field(default_factory=list, description="Hearts taken: you, left, right")
    note: str = ""


class HandState(State):
    """The public state."""

    refused: int = 0
