"""Action, observation and state of the endgame trainer."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ChessEndgameAction(Action):
    """A move of White."""

    move: str = Field(default="", max_length=16, description="Such as Qg7, Kf6 or b7g7")


class ChessEndgameObservation(Observation):
    """The board."""

    position: str = Field(default="", description="Pieces and squares; White to move")
    moves_left: int = Field(default=0, description="Moves that White may still make")
    mistakes_left: int = Field(default=0, description="Illegal moves that are still forgiven")
    last: str = Field(default="", description="What happened")


class ChessEndgameState(State):
    """The public state."""

    split: str = Field(default="train", description="Split of the position")
    level: int = Field(default=1, description="Moves to mate")
