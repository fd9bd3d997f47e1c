"""The action and the observation of File Sorter."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ShellAction(VerifiedAction):
    """One command line."""

    command: str = Field(default="", max_length=200)


class ShellObservation(VerifiedObservation):
    """What the shell printed."""

    output: str = Field(default="")
    task: str = Field(default="", description="What is to be done")
    inbox: list[str] = Field(default_factory=list, description="Files in /inbox")
    folders: list[str] = Field(default_factory=list, description="Folders that exist")
    turns_left: int = Field(default=0)
