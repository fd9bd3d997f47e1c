"""Rulings of the desk, and the file on it."""

from __future__ import annotations

from openenv.core.env_server import Action, Observation
from pydantic import BaseModel, ConfigDict, Field


class Cue(BaseModel):
    """One subtitle."""

    model_config = ConfigDict(extra="forbid")

    number: int = Field(description="Number of the cue, from 1")
    seconds: float = Field(description="How long it is shown")
    text: str = Field(description="What it says")


class SubtitleDeskAction(Action):
    """One line to the desk."""

    line: str = Field(
        default="",
        max_length=60,
        description="`CUE VERDICT`, such as `3 mask`, with pass, mask or cut; or `close`",
    )


class SubtitleDeskObservation(Observation):
    """The file, and what was ruled so far."""

    rating: str = Field(default="", description="`U`, `PG` or `15`")
    rules: dict[str, str] = Field(
        default_factory=dict, description="What becomes of mild, coarse and severe words"
    )
    words: dict[str, list[str]] = Field(default_factory=dict, description="The words of each kind")
    cues: list[Cue] = Field(default_factory=list, description="The subtitles to rule on")
    rulings: dict[str, str] = Field(
        default_factory=dict, description="The ruling that stands, by the number of the cue"
    )
    lines_left: int = Field(default=0, description="Lines that remain")
    note: str = Field(default="", description="What the last line did")
