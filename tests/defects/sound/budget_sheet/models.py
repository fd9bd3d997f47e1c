"""The action, observation and state of Budget Sheet."""

from typing import Literal

from openenv.core.env_server import Action, Observation, State
from pydantic import Field


class SheetAction(Action):
    """Write a cell, or commit."""

    kind: Literal["set", "commit"] = Field(default="set")
    cell: str = Field(default="", max_length=8, description="Such as G2")
    value: str = Field(default="", max_length=60, description="A number or a formula")


class SheetObservation(Observation):
    """The sheet as it is now."""

    request: list[str] = Field(default_factory=list, description="Cells to fill, with what")
    cells: dict[str, str] = Field(default_factory=dict, description="Content of all cells")
    note: str = Field(default="", description="Answer to the last action")
    turns_left: int = Field(default=0)


class SheetState(State):
    """Public facts of the episode."""

    level: int = 1
    done: bool = False
