"""The action and the observation of the tile puzzle."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class TileAction(Action):
    """Where the first tile of the queue goes."""

    row: int = Field(default=-1, ge=-1, le=9, description="Row, from 0 at the top")
    col: int = Field(default=-1, ge=-1, le=9, description="Column, from 0 at the left")
    discard: bool = Field(default=False, description="Throw the tile away instead")


class TileObservation(Observation):
    """The floor and the tiles."""

    floor: list[list[str]] = Field(
        default_factory=list, description="Edges of the laid tiles; `.` unknown, `rock` a rock"
    )
    rocks_in_rows: list[int] = Field(default_factory=list, description="Rocks in each row")
    rocks_in_cols: list[int] = Field(default_factory=list, description="Rocks in each column")
    queue: list[str] = Field(
        default_factory=list, description="Colours of the edges: top, right, bottom, left"
    )
    strikes: int = Field(default=0, description="Strikes so far")
    note: str = Field(default="", description="What became of the last action")
