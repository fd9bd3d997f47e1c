"""Types of the teller's desk."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class TellerAction(Action):
    """The verdict on the note on the desk."""

    verdict: str = Field(default="", max_length=40, description="accept or refuse")


class TellerObservation(Observation):
    """The note on the desk, in words."""

    text: str = Field(default="", description="What the teller sees")


class TellerState(State):
    """The public state."""

    checked: int = Field(default=0, description="Notes that were judged")
