"""Action, observation and state of the desk."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class LostFoundAction(Action):
    """What the clerk says."""

    say: str = Field(default="", max_length=60, description="`ask DETAIL`, `give N` or `refuse`")


class LostFoundObservation(Observation):
    """The shelf and the talk."""

    shelf: list[str] = Field(
        default_factory=list, description="`N: kind, colour, material, flaw, place`"
    )
    talk: list[str] = Field(default_factory=list, description="What was said")


class LostFoundState(State):
    """The public state."""

    shelf: str = Field(default="small", description="Size of the shelf")
