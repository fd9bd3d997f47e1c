"""Faders and meters."""

from __future__ import annotations

from typing import Annotated

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

Name = Annotated[str, Field(max_length=24)]
Position = Annotated[float, Field(ge=-20.0, le=10.0, allow_inf_nan=False)]


class MixAction(Action):
    """Move faders, or deliver."""

    mode: str = Field(default="", max_length=16, description="set or bounce")
    faders: dict[Name, Position] = Field(
        default_factory=dict, max_length=12, description="Track to dB"
    )


class MixObservation(Observation):
    """The desk."""

    brief: list[str] = Field(default_factory=list, description="How loud every track shall be")
    meters: dict[str, float] = Field(
        default_factory=dict, description="How loud every track is, in dB"
    )
    faders: dict[str, float] = Field(
        default_factory=dict, description="Positions of the faders, in dB"
    )
    message: str = Field(default="", description="What the desk says")


class MixState(State):
    """The public state."""

    tracks: int = Field(default=0, description="Number of tracks")
