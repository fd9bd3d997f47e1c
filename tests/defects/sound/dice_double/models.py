"""Models of the dice game."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class DiceAction(Action):
    """A move of the player."""

    move: str = Field(default="", max_length=20, description="fold, roll or double")


class DiceObservation(Observation):
    """The table."""

    round: int = Field(default=0, description="Number of the round, from 1")
    house: int = Field(default=0, description="The die of the house in this round; 0 after the end")
    chips: int = Field(default=0, description="Won (or, below 0, lost) so far")
    message: str = Field(default="", description="What happened last")


class DiceState(State):
    """The public state."""
