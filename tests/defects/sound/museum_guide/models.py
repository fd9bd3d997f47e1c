"""Action and observation of the museum guide."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class GuideTurn(VerifiedAction):
    """Ask a question, or start a track."""

    ask: Literal["", "theme", "audience", "length"] = Field(
        default="", description="What to ask the visitor about"
    )
    play: int = Field(default=0, ge=0, le=99, description="The track to start; 0 for none yet")


class Track(BaseModel):
    """One track of the audio guide."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int
    title: str
    theme: str
    audience: str
    length: str


class Reply(BaseModel):
    """A question, and what the visitor said."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    asked: str
    said: str


class MuseumObservation(VerifiedObservation):
    """The desk: the visitor's ticket, the tracks and the talk so far."""

    ticket: str = Field(default="", description="The number of the visitor's ticket")
    tracks: list[Track] = Field(default_factory=list, description="The tracks of the audio guide")
    talk: list[Reply] = Field(default_factory=list, description="The questions and answers so far")
    turns_left: int = Field(default=0, description="Turns that remain")
    note: Literal["", "one of ask and play", "no such track", "started"] = Field(
        default="", description="What became of the last action"
    )
