"""Messages of the board game."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class MarkAction(Action):
    """The square to mark."""

    square: int = Field(default=-1, ge=-1000, le=1000, description="Number of a free square")


class BoardObservation(Observation):
    """The board."""

    board: str = Field(default="", description="Squares row by row: X, O or . for a free one")
    size: int = Field(default=0, description="Squares in a row")
    opponent: str = ""
    reply: int = Field(default=-1, description="The last square of the opponent, -1 for none")
    note: str = ""


class BoardState(State):
    """The public state."""

    opponent: str = "blocker"
    size: int = 4
