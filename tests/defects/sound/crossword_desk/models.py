"""The action and the observation of the crossword desk."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class CrosswordDeskAction(VerifiedAction):
    """The word that is meant."""

    word: str = Field(
        default="", max_length=32, description="One of the words that the desk offers"
    )


class CrosswordDeskObservation(VerifiedObservation):
    """A clue, and the words to choose from."""

    clue: str = Field(default="", description="What the reader reads out")
    length: int = Field(default=0, description="How many letters the word has")
    words: list[str] = Field(default_factory=list, description="The words to choose from")
