"""Action, observation and state of Wordle."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation, VerifiedState

Note = Literal["", "length", "letters", "unlisted", "contradicts"]


class Guess(VerifiedAction):
    """One guess. A guess that cannot be played costs a turn."""

    word: str = Field(default="", max_length=64, description="The guess, in lower-case letters")


class Turn(BaseModel):
    """A guess and its marks: `g` in place, `y` elsewhere in the target, `.` not in it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    guess: str = Field(description="The guess that was played")
    marks: str = Field(description="One mark per letter")


class WordleObservation(VerifiedObservation):
    """The board after a guess."""

    level: int = Field(default=0, description="Difficulty, from 1")
    letters: str = Field(default="", description="The alphabet of this level")
    length: int = Field(default=0, description="How many letters the target has")
    words: bool = Field(default=False, description="Whether guesses must be English words")
    hard: bool = Field(default=False, description="Whether guesses must keep every hint")
    guesses_left: int = Field(default=0, description="Turns that remain")
    history: list[Turn] = Field(default_factory=list, description="Valid guesses so far")
    note: Note = Field(default="", description="Why the last guess was not played, if it was not")


class WordleState(VerifiedState):
    """The public state of the episode."""

    hard: bool = Field(default=False, description="Whether guesses must keep every hint")
