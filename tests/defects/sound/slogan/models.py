"""The action and the observation of Slogan."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class SloganAction(VerifiedAction):
    """A slogan."""

    text: str = Field(default="", max_length=400, description="The slogan")


class SloganObservation(VerifiedObservation):
    """What is advertised, and what the slogan must keep."""

    task: str = Field(default="", description="What to write")
    product: str = Field(default="", description="What is advertised")
    words: list[str] = Field(default_factory=list, description="Words that must occur")
    forbidden_words: list[str] = Field(
        default_factory=list, description="Words that must not occur"
    )
    max_words: int = Field(default=0, description="How many words the slogan may have")
