"""Action and observation of the grocery list."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ListAnswer(VerifiedAction):
    """The answer: a text with exactly one number."""

    text: str = Field(default="", max_length=200, description="How much to buy")


class ListObservation(VerifiedObservation):
    """The list and the question."""

    level: int = Field(default=0, description="Difficulty, from 1")
    dictated: str = Field(default="", description="The shopping list, as it was dictated")
    question: str = Field(default="", description="What is to be answered")
    note: Literal["", "no single number", "taken"] = Field(
        default="", description="Whether the answer could be read"
    )
