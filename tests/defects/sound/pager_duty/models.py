"""The console of the dispatcher."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class PagerAction(Action):
    """A call of a tool."""

    tool: str = Field(default="", max_length=20, description="wait, page or resolve")
    incident: str = Field(default="", max_length=20, description="For page and resolve: its id")
    role: str = Field(
        default="", max_length=20, description="For page: primary, secondary, manager"
    )


class IncidentView(BaseModel):
    """An incident as the console shows it."""

    id: str
    severity: int
    due: int = Field(description="Last step at which it may be resolved")
    status: str = Field(description="open, resolved, late or broken")
    answered: list[str] = Field(description="Roles that were paged and answered")
    silent: list[str] = Field(description="Roles that were paged and did not answer")


class PagerObservation(Observation):
    """The console."""

    clock: int = Field(default=0, description="Steps so far")
    incidents: list[IncidentView] = Field(default_factory=list, description="All that have arrived")
    message: str = Field(default="", description="Outcome of the last call")


class PagerState(State):
    """The public state."""

    resolved: int = Field(default=0, description="Incidents resolved")
