"""The action, the observation and the state of the hedge maze."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class HedgeMazeAction(Action):
    """One move."""

    move: str = Field(default="", max_length=16, description="north, east, south or west")


class HedgeMazeObservation(Observation):
    """What the guide sees."""

    row: int = Field(default=0, description="Row of the present cell, 0 is the northern one")
    column: int = Field(default=0, description="Column of the present cell, 0 is the western one")
    openings: list[str] = Field(default_factory=list, description="Open directions of this cell")
    trail: list[str] = Field(default_factory=list, description="Moves that led from cell to cell")
    moves_left: int = Field(default=0, description="Moves that remain")
    note: str = Field(default="", description="`hedge`, `no direction`, `fountain` or nothing")


class HedgeMazeState(State):
    """The public state."""

    size: int = Field(default=6, description="Cells on a side of the maze")
