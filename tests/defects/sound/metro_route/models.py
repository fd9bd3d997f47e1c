"""The action and the observation of the metro."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class MetroRouteAction(VerifiedAction):
    """A route."""

    stops: list[str] = Field(
        default_factory=list, max_length=40, description="Stations from start to goal"
    )


class MetroRouteObservation(VerifiedObservation):
    """The map, and what was wrong with the last route."""

    task: str = Field(default="", description="What to do")
    connections: list[list[str]] = Field(default_factory=list, description="Pairs of neighbours")
    start: str = Field(default="", description="First station of the route")
    goal: str = Field(default="", description="Last station of the route")
    note: str = Field(default="", description="What was wrong with the last route")
    attempts_left: int = Field(default=0, description="How many attempts remain")
