"""The action and the observation of Phrase Translate."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class TranslateAction(VerifiedAction):
    """A translation."""

    text: str = Field(default="", max_length=600)


class TranslateObservation(VerifiedObservation):
    """The sentence to translate."""

    source: str = Field(default="", description="The sentence")
    direction: Literal["en-es", "es-en"] = Field(default="en-es", description="From and to")
    overlap: float = Field(default=0.0, description="After the answer: the overlap, from 0 to 1")
