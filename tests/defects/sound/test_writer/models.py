"""Action, observation and state of the unit-test writing task."""

from __future__ import annotations

from typing import Annotated

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class TestWriterAction(Action):
    """A set of tests."""

    __test__ = False

    tests: list[Annotated[str, Field(max_length=120)]] = Field(
        default_factory=list, max_length=12, description="Lines such as: gcd(4, 6) == 2"
    )


class TestWriterObservation(Observation):
    """The function to be tested, and what the last set achieved."""

    __test__ = False

    task: str = Field(default="", description="Name of the function")
    spec: str = Field(default="", description="What the function does")
    sets_left: int = Field(default=0, description="Sets that may still be handed in")
    accepted: int = Field(default=0, description="Tests of the last set that are well formed")
    killed: int = Field(default=0, description="Faulty versions the last set found")
    faulty: int = Field(default=0, description="Faulty versions there are")


class TestWriterState(State):
    """Public state."""

    __test__ = False

    task: str = Field(default="", description="Name of the function")
