"""Action, observation and state of the debate."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CitedDebateAction(Action):
    """The speech."""

    speech: str = Field(default="", max_length=4000, description="Text with citations like [S2]")


class CitedDebateObservation(Observation):
    """The brief, and after the speech the verdict."""

    motion: str = Field(default="", description="The motion")
    side: str = Field(default="", description="for or against")
    sources: dict[str, str] = Field(default_factory=dict, description="Id and abstract")
    support: float = Field(default=0.0, description="Verdict: share of the helpful sources used")
    penalty: float = Field(default=0.0, description="Verdict: deduction for wrong citations")


class CitedDebateState(State):
    """Public state."""

    side: str = Field(default="", description="for or against")
