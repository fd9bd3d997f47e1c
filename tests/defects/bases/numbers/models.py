"""What a player says and sees."""

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class NumbersAction(VerifiedAction):
    """A guess."""

    number: int = Field(default=0, ge=0, le=999, description="the guess; 0 is never right")


class NumbersObservation(VerifiedObservation):
    """The range, and the guesses with their marks."""

    level: int = Field(default=1, description="the level that is played")
    highest: int = Field(default=0, description="the largest number that may be hidden")
    tries_left: int = Field(default=0, description="guesses that remain")
    guesses: list[int] = Field(default_factory=list, description="what was guessed")
    marks: list[Literal["higher", "lower", "right"]] = Field(
        default_factory=list, description="where the number lies from each guess"
    )
    hint: str = Field(default="", description="the range that is left, in words")
