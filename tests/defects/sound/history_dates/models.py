"""Questions and answers."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class HistoryDatesAction(Action):
    """An answer."""

    answer: str = Field(default="", max_length=300, description="Letters in order, or a year")


class HistoryDatesObservation(Observation):
    """The question on the screen."""

    number: int = Field(default=0, description="Number of the question, from 1")
    question: str = Field(default="", description="The question; empty at the end")
    last: str = Field(default="", description="`right` or `wrong`, for the answer before")


class HistoryDatesState(State):
    """The public state."""

    split: str = Field(default="train", description="Split of the events")
    score: float = Field(default=0.0, description="Reward so far")
