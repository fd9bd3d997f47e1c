"""What is sent and seen at the board."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class FlipAction(Action):
    """A move."""

    move: str = Field(default="", max_length=8, description="A square such as c4")


class FlipObservation(Observation):
    """The board; you are X."""

    board: str = Field(default="", description="Six rows, row 1 first; X you, O opponent, . empty")
    legal: list[str] = Field(default_factory=list, description="Your legal moves")
    opponent: list[str] = Field(default_factory=list, description="What the opponent played since")
    faults: int = Field(default=0, description="Illegal moves so far")


class FlipState(State):
    """The public state."""

    opponent: str = Field(default="greedy")
