"""The action and the observation of the lighting desk."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class DeskAction(Action):
    """One line typed at the desk."""

    command: str = Field(
        default="", max_length=120, description="`cue 2 ch 5 @ 40`, `cue 2 ch 5 7 9 @ 40` or `done`"
    )


class DeskObservation(Observation):
    """The cue list as it is now, and the director's notes."""

    cues: dict[str, dict[str, int]] = Field(
        default_factory=dict, description="By cue and channel, the level in percent"
    )
    before: dict[str, dict[str, int]] = Field(
        default_factory=dict, description="The cues as they were when the show was loaded"
    )
    patch: dict[str, str] = Field(default_factory=dict, description="What hangs on each channel")
    notes: list[str] = Field(default_factory=list, description="What the director wants")
    commands_left: int = Field(default=0, description="How many commands remain")
    message: str = Field(default="", description="The desk's reply")
