"""The action and the observation of Trivia Duel."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DuelAction(VerifiedAction):
    """An answer to the question on the table."""

    letter: str = Field(
        default="", max_length=16, description="The letter of one answer, from A to G"
    )


class DuelObservation(VerifiedObservation):
    """The question on the table, and the score."""

    level: int = Field(default=0, description="Difficulty, from 1")
    number: int = Field(default=0, description="The number of the question, from 1 to 6")
    question: str = Field(default="", description="The question; empty after the last one")
    answers: dict[str, int] = Field(
        default_factory=dict, description="Seven answers by letter; one of them is right"
    )
    points: int = Field(default=0, description="Right answers so far")
    rival_points: int = Field(default=0, description="What the rival scored in her six questions")
    last: str = Field(default="", description="`right` or `wrong`, for the answer before")
