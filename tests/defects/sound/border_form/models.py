"""The action and the observation of the form checker."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class BorderFormAction(VerifiedAction):
    """One command of the officer."""

    command: str = Field(
        default="", max_length=80, description="`flag FIELD`, `unflag FIELD` or `submit`"
    )


class BorderFormObservation(VerifiedObservation):
    """The form, and what is flagged."""

    form: dict[str, str] = Field(default_factory=dict, description="The entries of the form")
    flagged: list[str] = Field(default_factory=list, description="Flagged fields, in form order")
    steps_left: int = Field(default=0, description="Commands that remain")
    note: str = Field(default="", description="What the desk says to the last command")
