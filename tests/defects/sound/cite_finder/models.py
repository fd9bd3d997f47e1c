"""The tools of the reading room, and what they show."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ReadingRoomAction(VerifiedAction):
    """One use of a tool."""

    tool: Literal["search", "open", "cite"] = Field(default="search", description="The tool")
    text: str = Field(
        default="",
        max_length=60,
        description="search: an issue; open: an accession number; cite: a citation",
    )


class ReadingRoomObservation(VerifiedObservation):
    """The request, and the result of the last tool."""

    request: str = Field(default="", description="The case that is wanted")
    issues: list[str] = Field(default_factory=list, description="Issues that can be searched for")
    results: list[str] = Field(default_factory=list, description="What the last search found")
    read: list[int] = Field(default_factory=list, description="Accession numbers opened so far")
    opened: str = Field(default="", description="The head note of the case that was opened")
    steps_left: int = Field(default=0, description="Uses of tools that remain")
    note: Literal["", "no such issue", "no such number", "no such tool use"] = Field(
        default="", description="Why the last tool did nothing"
    )
