"""A cue, and its translation."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class SubtitleTranslatorAction(VerifiedAction):
    """The English subtitle for the present cue."""

    text: str = Field(default="", max_length=120, description="The translation, in one line")


class SubtitleTranslatorObservation(VerifiedObservation):
    """The cue to translate."""

    cue: int = Field(default=0, description="The number of the cue, from 1")
    cues: int = Field(default=0, description="How many cues there are")
    source: str = Field(default="", description="What is said, in Esperanto")
    max_chars: int = Field(default=0, description="The most characters that can be read in time")
    glossary: dict[str, str] = Field(default_factory=dict, description="Esperanto to English")
    accepted: int = Field(default=0, description="Cues translated well so far")
