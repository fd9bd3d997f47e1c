"""The action and the observation of Lab Workup."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class WorkupAction(VerifiedAction):
    """Order a test, or name the disease."""

    kind: Literal["test", "diagnose"] = Field(
        default="test",
        description="`test` orders a test, `diagnose` names the disease and ends the episode",
    )
    name: str = Field(
        default="", max_length=60, description="The name of the test or of the disease"
    )


class WorkupObservation(VerifiedObservation):
    """What is known about the patient."""

    results: dict[str, str] = Field(
        default_factory=dict, description="Tests that were done, each `positive` or `negative`"
    )
    prices: dict[str, int] = Field(default_factory=dict, description="Price of every test in euros")
    chart: dict[str, list[str]] = Field(
        default_factory=dict,
        description="For each disease the tests that are positive; all others are negative",
    )
    note: str = Field(default="", description="Why the last action did nothing, if so")
