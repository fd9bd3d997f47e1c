"""Commands and what comes back."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ObservatoryAction(Action):
    """A command."""

    text: str = Field(default="", max_length=80, description="One command")


class ObservatoryObservation(Observation):
    """What you see."""

    text: str = Field(default="", description="The story")


class ObservatoryState(State):
    """The public state."""

    room: str = Field(default="", description="Where you are")
