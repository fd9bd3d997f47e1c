"""Action and observation of the birdsong quiz."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation

Letter = Literal["", "A", "B", "C"]


class QuizAction(VerifiedAction):
    """Read a page of the field guide, or answer."""

    consult: Letter = Field(default="", description="The bird whose page is to be read")
    answer: Letter = Field(default="", description="The bird that sang")


class Song(BaseModel):
    """What is heard, or what the field guide says is typical."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    low_khz: float = Field(description="Lowest frequency")
    high_khz: float = Field(description="Highest frequency")
    notes_per_s: float = Field(description="How many notes in a second")
    arrangement: str = Field(description="How the notes are arranged")


class QuizObservation(VerifiedObservation):
    """The recording, the three birds, and the pages that were read."""

    recording: Song | None = Field(default=None, description="What was measured")
    birds: dict[str, str] = Field(default_factory=dict, description="The three birds, by letter")
    pages: dict[str, Song] = Field(
        default_factory=dict, description="Pages of the field guide read so far, by letter"
    )
    turns_left: int = Field(default=0, description="Turns that remain")
    note: Literal["", "one of consult and answer", "answered"] = Field(
        default="", description="What became of the last action"
    )
