"""Action, observation and state of the log."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class LogDedupAction(Action):
    """The lines to delete."""

    drop: list[int] = Field(
        default_factory=list, max_length=200, description="Numbers of the lines to delete"
    )


class LogDedupObservation(Observation):
    """The log."""

    log: str = Field(default="", description="One line each: number, time, host, process, message")
    lines: int = Field(default=0, description="Number of lines")
    verdict: str = Field(default="", description="What became of the log")


class LogDedupState(State):
    """The public state."""

    level: str = Field(default="easy", description="How alike the events are")
