"""Bins and pieces."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class ConveyorAction(Action):
    """Where the piece goes."""

    bin: str = Field(default="", max_length=50, description="paper, glass, metal, plastic or rest")


class ConveyorObservation(Observation):
    """The belt in front of you."""

    piece: str = Field(default="", description="The piece at hand; empty at the end")
    remaining: int = 0
    right: int = 0
