"""The action and the observation of Logic Gates."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class LogicGatesAction(VerifiedAction):
    """One attempt."""

    formula: str = Field(default="", max_length=1500, description="Such as (a & !b) | c")


class LogicGatesObservation(VerifiedObservation):
    """The truth table, and the result of the last attempt."""

    inputs: str = Field(default="", description="The names of the inputs")
    table: str = Field(default="", description="The output for every value, as 0 and 1")
    attempts_left: int = Field(default=0, description="How many attempts remain")
    note: Literal["", "no formula", "other table", "right"] = Field(
        default="", description="The result of the last attempt"
    )
