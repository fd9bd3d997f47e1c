"""Messages of the game."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class HeapAction(Action):
    """A turn."""

    move: str = Field(default="", max_length=40, description="Heap and number, such as A2")


class HeapObservation(Observation):
    """The position."""

    a: int = Field(default=0, description="Stones on heap A")
    b: int = Field(default=0, description="Stones on heap B")
    last: int = Field(default=0, description="How many the opponent has just taken")
    opponent: str = Field(default="", description="Who plays against you")
    note: str = ""


class HeapState(State):
    """The public state."""

    opponent: str = "drowsy"
