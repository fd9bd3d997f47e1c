"""The action and the observation of Hyphen desk."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DeskAction(VerifiedAction):
    """The paragraph, set in lines."""

    lines: str = Field(
        default="", max_length=4000, description="The whole paragraph, one line of type per line"
    )


class DeskObservation(VerifiedObservation):
    """The job. Every field needs a default value."""

    paragraph: str = Field(default="", description="The text to set, on one line")
    measure: int = Field(default=0, description="How many characters fit in a line")
    hyphenation: list[str] = Field(
        default_factory=list, description="Words that may be divided, at each `|`"
    )
    rules: str = Field(default="", description="The rules of this level")
    target: int | None = Field(
        default=None, description="With `show_target` only: the least demerits that are possible"
    )
    demerits: int | None = Field(default=None, description="Of the lines that were sent, if valid")
    problem: str = Field(default="", description="Why the lines that were sent are not valid")
