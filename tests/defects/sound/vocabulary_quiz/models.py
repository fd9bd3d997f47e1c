"""The action and the observation of the vocabulary quiz."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class QuizAction(VerifiedAction):
    """The answer to one question."""

    letter: str = Field(default="", max_length=16, description="The letter of a word, A to H")


class QuizObservation(VerifiedObservation):
    """The question, and the result of the last answer."""

    number: int = Field(default=0, description="Number of the question, from 1")
    definition: str = Field(default="", description="What the word means")
    words: dict[str, str] = Field(default_factory=dict, description="The words by their letters")
    last_right: bool | None = Field(default=None, description="Whether the last answer was right")
    last_letter: str = Field(default="", description="The right letter of the last question")
    right_so_far: int = Field(default=0, description="Right answers in this round")
