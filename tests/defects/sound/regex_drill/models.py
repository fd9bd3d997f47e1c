"""The action and the observation of the regex drill."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Pattern(VerifiedAction):
    """One attempt."""

    pattern: str = Field(default="", max_length=160, description="A regular expression")


class DrillObservation(VerifiedObservation):
    """The rule, the examples, and how the last attempt did on them."""

    rule: str = Field(default="", description="What the strings look like, in words")
    matching: list[str] = Field(default_factory=list, description="Strings that match")
    others: list[str] = Field(default_factory=list, description="Strings that do not match")
    wrong: list[str] = Field(default_factory=list, description="Shown strings it got wrong")
    note: str = Field(default="", description="Why the pattern could not be read, if so")
    attempts_left: int = Field(default=0, description="How many attempts remain")
