"""The action and the observation of the spelling task."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class SpellingAction(VerifiedAction):
    """The answer."""

    answer: str = Field(default="", max_length=80, description="The word in its right spelling")


class SpellingObservation(VerifiedObservation):
    """The sentence and the candidates."""

    sentence: str = Field(default="", description="A sentence with one misspelled word")
    misspelled: str = Field(default="", description="The word that is misspelled")
    candidates: list[str] = Field(default_factory=list, description="One of them is right")
    correct: bool | None = Field(default=None, description="Whether the answer was right")
