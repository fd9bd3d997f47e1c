"""Guesses and what the dial answers."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CodeAction(Action):
    """A guess as text."""

    guess: str = Field(default="", max_length=64, description="Four letters of ABCDEF")


class CodeObservation(Observation):
    """Everything that was guessed so far."""

    history: list[str] = Field(
        default_factory=list, description="`guess: exact, misplaced`, oldest first"
    )
    guesses_left: int = Field(default=0, description="Guesses that remain")
    note: str = Field(default="", description="What the dial says")


class CodeState(State):
    """The public state."""

    level: str = Field(default="repeats", description="Level of the code")
