"""What a traveller's question looks like, and how it is answered."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class BusAnswer(VerifiedAction):
    """The letter of one option; an empty choice leaves the question unanswered."""

    choice: Literal["", "A", "B", "C", "D"] = Field(default="", description="The option to take")


class BusQuestion(VerifiedObservation):
    """The timetable of the city, and the question that is open."""

    timetable: list[str] = Field(default_factory=list, description="One line of text for each bus")
    number: int = Field(default=0, description="The number of the question, from 1")
    question: str = Field(default="", description="Where the traveller is, when, and where to")
    options: list[str] = Field(default_factory=list, description="Four departures, A to D")
    last_answer: Literal["", "right", "wrong"] = Field(
        default="", description="How the answer to the question before was marked"
    )
