"""The action and the observation of the vending-machine repair."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class VendingRepairAction(VerifiedAction):
    """What the technician does."""

    job: str = Field(default="", max_length=16, description="`quick`, `thorough` or `replace`")
    module: str = Field(default="", max_length=24, description="The module to test or to replace")


class VendingRepairObservation(VerifiedObservation):
    """The machine, the clock, and the tests so far."""

    symptom: str = Field(default="", description="What the machine does")
    suspects: list[str] = Field(default_factory=list, description="Modules that can cause it")
    log: list[str] = Field(default_factory=list, description="Tests so far, with their results")
    clock: int = Field(default=0, description="Minutes since the technician came")
    note: str = Field(default="", description="Why the last job was not done")
