"""Messages of the card game."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CardAction(Action):
    """The card to play."""

    card: str = Field(default="", max_length=40, description="Suit and rank, such as C4")


class TableObservation(Observation):
    """The table; all hands lie open."""

    you: list[str] = Field(default_factory=list)
    left: list[str] = Field(default_factory=list, description="Plays after you")
    right: list[str] = Field(default_factory=list, description="Plays after left")
    trump: str = Field(default="", description="Suit of the trumps")
    trick: list[str] = Field(default_factory=list, description="Cards on the table, in order")
    won: list[int] = Field(default_factory=list, description="Tricks of you, left, right")
    target: int = Field(default=0, description="Tricks that you need")
    style: str = Field(default="", description="How the others play")
    note: str = ""


class TableState(State):
    """The public state."""

    style: str = "timid"
