"""The file of a customer, and the letter to her."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Entry(BaseModel):
    """One line of an account."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    day: str = Field(description="Date, as YYYY-MM-DD")
    kind: str = Field(description="`invoice` or `payment`")
    amount: str = Field(description="Euros, as 123.45")


class LetterWriterAction(VerifiedAction):
    """A template, to look at or to send."""

    op: Literal["draft", "send"] = Field(default="send", description="`draft` or `send`")
    template: str = Field(
        default="", max_length=1500, description="The letter, with placeholders such as {surname}"
    )


class LetterWriterObservation(VerifiedObservation):
    """The file, and the last draft."""

    today: str = Field(default="", description="Date, as YYYY-MM-DD")
    account: list[Entry] = Field(default_factory=list, description="The account of the customer")
    rules: list[str] = Field(default_factory=list, description="How the claim is worked out")
    placeholders: list[str] = Field(default_factory=list, description="What can be filled in")
    letter: str = Field(default="", description="The last draft, filled in")
    drafts_left: int = Field(default=0, description="Drafts that can be looked at")
    note: str = Field(default="", description="Why a letter was not written, if so")
