"""The pager, the logs and the verdict."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class TriageAction(Action):
    """A line on the console."""

    text: str = Field(
        default="", max_length=200, description="`logs SERVICE` or `blame SERVICE CAUSE`"
    )


class TriageObservation(Observation):
    """The console."""

    alert: str = Field(default="", description="What the pager says")
    services: list[str] = Field(default_factory=list, description="All services")
    causes: list[str] = Field(default_factory=list, description="Possible causes")
    output: list[str] = Field(default_factory=list, description="What the last line printed")
    looks_left: int = Field(default=0, description="Logs that can still be read")
    parts: dict[str, float] = Field(
        default_factory=dict, description="Pay for service and cause, at the end"
    )


class TriageState(State):
    """The public state."""

    services: int = Field(default=0, description="Number of services")
