"""What is sent and seen in the golf game."""

from __future__ import annotations

from typing import Any

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class GolfAction(Action):
    """A one-liner."""

    code: str = Field(default="", max_length=600, description="One Python lambda expression")
    final: bool = Field(default=False, description="True to hand in, False to try")


class Example(BaseModel):
    """A call and its result."""

    args: list[Any]
    result: Any = None


class GolfObservation(Observation):
    """The task and what came of the last try."""

    task: str = Field(default="", description="What the function does")
    par: int = Field(default=0, description="Characters of a good solution")
    examples: list[Example] = Field(default_factory=list)
    passed: int = Field(default=0, description="Tests that the last code passed")
    note: str = Field(default="")
    strokes_left: int = Field(default=0)


class GolfState(State):
    """The public state."""

    split: str = Field(default="train")
