"""The action and the observation of the workshop."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class WorkshopAction(VerifiedAction):
    """Carry out a check, or name the fault."""

    kind: Literal["check", "diagnose"] = Field(default="check", description="What to do")
    check: str = Field(default="", max_length=40, description="One of the checks")
    fault: str = Field(default="", max_length=40, description="One of the known faults")


class WorkshopView(VerifiedObservation):
    """The job ticket, and what the checks have shown."""

    ticket: str = Field(default="", description="Number and bicycle")
    complaint: str = Field(default="", description="What the customer says")
    checks: list[str] = Field(default_factory=list, description="Checks that can be carried out")
    known_faults: dict[str, dict[str, str]] = Field(
        default_factory=dict, description="By fault, what each check shows"
    )
    findings: dict[str, str] = Field(default_factory=dict, description="What the checks showed")
    checks_left: int = Field(default=0, description="How many checks remain")
    note: str = Field(default="", description="What became of the last action")
