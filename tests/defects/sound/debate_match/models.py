"""The action and the observation of the debate match."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DebateMatchAction(VerifiedAction):
    """A line for the minutes."""

    text: str = Field(default="", max_length=200, description="Such as `B, against`")


class DebateMatchObservation(VerifiedObservation):
    """A speech, and the motions of the evening."""

    speech: str = Field(default="", description="What the speaker said")
    motions: dict[str, str] = Field(default_factory=dict, description="Motions by their letter")
    note: str = Field(default="", description="What the chair says")
