"""The action and the observation of the glossary desk."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class GlossaryDeskAction(VerifiedAction):
    """A reply to the current request, in free text."""

    reply: str = Field(
        default="",
        max_length=2000,
        description="Any text with exactly one line `Answer: ` and the term",
    )


class GlossaryDeskObservation(VerifiedObservation):
    """The glossary and the current request."""

    rules: str = Field(default="", description="The rules of the desk")
    glossary: str = Field(default="", description="An extract of the glossary, one entry per line")
    sentence: str = Field(default="", description="The sentence in which the term stands")
    term: str = Field(default="", description="The term that is asked for")
    desk: Literal["", "DE", "CH"] = Field(default="", description="The desk that asks")
    request: int = Field(default=0, description="Number of the request, from 1")
    requests: int = Field(default=0, description="How many requests there are")
