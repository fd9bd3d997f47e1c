"""The action and the observation of the tutor."""

from __future__ import annotations

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class NoughtsAction(Action):
    """Put an X on a square."""

    square: int = Field(
        default=-1, ge=-1000, le=1000, description="0 to 8, row by row; others are off the board"
    )


class NoughtsObservation(Observation):
    """The board after the opponent's reply."""

    board: str = Field(default="", description="Nine characters: X is you, O the opponent, . free")
    opponent: str = Field(default="", description="Who plays O")
    level: int = Field(default=1, description="The level of the episode")
    result: Literal["", "won", "drawn", "lost", "illegal move"] = Field(
        default="", description="Set at the end of the game"
    )
