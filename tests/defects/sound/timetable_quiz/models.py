"""Action and observation of the timetable quiz."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class QuizAction(Action):
    """A reply to the question."""

    text: str = Field(
        default="", max_length=2000, description="Any text with one line `Answer: ...`"
    )


class QuizObservation(Observation):
    """The timetable and the next question."""

    line: str = Field(default="", description="Number of the bus line")
    timetable: str = Field(
        default="", description="One row for each stop, one column for each trip"
    )
    question: str = Field(default="", description="The question; empty at the end")
    number: int = Field(default=0, description="Number of the question, from 1")
    last_was_right: bool | None = Field(default=None, description="Result of the last reply")
