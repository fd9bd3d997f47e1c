"""Action and observation of Word sort."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class WordSortAction(VerifiedAction):
    """The reply to the question."""

    text: str = Field(
        default="",
        max_length=2000,
        description="Any text with one <answer>first, second, ...</answer>",
    )


class WordSortObservation(VerifiedObservation):
    """The question; after the reply, what was read from it."""

    instruction: str = Field(default="", description="How the words have to be ordered")
    words: list[str] = Field(default_factory=list, description="The words to put in order")
    note: str = Field(default="", description="`no answer` if the reply held no single answer")
