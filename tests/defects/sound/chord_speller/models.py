"""Action and observation of the chord speller."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Spelling(VerifiedAction):
    """The notes of the chord."""

    notes: str = Field(
        default="",
        max_length=80,
        description="The notes from the bass up, separated by spaces, such as `Bb D F`; # is sharp",
    )


class Question(VerifiedObservation):
    """A chord to spell, and what was wrong with the last attempt."""

    chord: str = Field(default="", description="The chord, such as `Bb major, root position`")
    attempts_left: int = Field(default=0, description="Attempts that remain")
    message: str = Field(
        default="",
        description="About the last attempt: the number of notes, or the position of the first "
        "wrong note, counted from 1 (the bass)",
    )
