"""The action and the observation of the macro shell."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ShellAction(VerifiedAction):
    """One line for the shell."""

    line: str = Field(default="", max_length=300, description="One command")


class ShellObservation(VerifiedObservation):
    """The task and the sheet."""

    task: list[str] = Field(default_factory=list, description="What the cells must hold")
    formulas: dict[str, str] = Field(default_factory=dict, description="Formulas by cell")
    values: dict[str, str] = Field(default_factory=dict, description="Values by cell, or `error`")
    lines_left: int = Field(default=0, description="Lines that remain")
    note: str = Field(default="", description="What the shell answered to the last line")
