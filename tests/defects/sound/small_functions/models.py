"""Code in, results out."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class SmallFunctionsAction(Action):
    """Code to try or to submit."""

    kind: str = Field(default="", max_length=16, description="try or submit")
    code: str = Field(default="", max_length=4000, description="Python that defines solve")


class SmallFunctionsObservation(Observation):
    """The task and the result of the last action."""

    task: str = Field(default="", description="What solve has to do")
    examples: list[str] = Field(default_factory=list, description="Calls with their results")
    passed: int = Field(default=0, description="Tests passed in the last action")
    message: str = Field(default="")
    tries_left: int = Field(default=0)


class SmallFunctionsState(State):
    """The public state."""

    tries: int = Field(default=0)
