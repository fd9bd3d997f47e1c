"""Models of the log desk."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class LogAction(VerifiedAction):
    """Query the log, or answer the question. Empty filters match everything."""

    kind: Literal["query", "answer"] = Field(default="query", description="What to do")
    service: str = Field(default="", max_length=30, description="Only lines of this service")
    level: str = Field(default="", max_length=30, description="Only lines of this log level")
    user: str = Field(default="", max_length=30, description="Only lines about this user")
    since: int = Field(default=0, description="Only lines at this minute of the day or later")
    until: int = Field(default=1439, description="Only lines at this minute of the day or earlier")
    limit: int = Field(default=5, description="How many lines to return at most; each costs 1")
    answer: str = Field(default="", max_length=60, description="For `answer`: a number or a user")


class LogView(VerifiedObservation):
    """The question, and the result of the last query."""

    question: str = Field(default="", description="What has to be answered")
    services: list[str] = Field(default_factory=list, description="All services")
    levels: list[str] = Field(default_factory=list, description="All log levels")
    budget: int = Field(default=0, description="What is left to spend on queries")
    lines: list[str] = Field(
        default_factory=list, description="Result: `minute service level user milliseconds`"
    )
    more: bool = Field(default=False, description="Whether further lines match")
    steps_left: int = Field(default=0, description="Actions that remain")
    note: str = Field(default="", description="What happened")
