"""The action and the observation of the soil laboratory."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class SoilAction(VerifiedAction):
    """Order a test, or classify the soil."""

    kind: Literal["test", "classify"] = Field(default="test", description="What to do")
    test: Literal["", "sieve", "hydrometer", "ph", "burn"] = Field(default="", description="Test")
    soil: str = Field(default="", max_length=40, description="The class, as the chart names it")


class Reading(BaseModel):
    """The result of a test."""

    test: str
    value: float = Field(description="As measured, with the error of the method")


class SoilReport(VerifiedObservation):
    """The chart and what was measured."""

    site: str = Field(default="", description="Where the sample was dug")
    chart: dict[str, dict[str, float]] = Field(
        default_factory=dict, description="By class, the typical sand, clay, ph and organic matter"
    )
    errors: dict[str, float] = Field(
        default_factory=dict, description="By test, the largest error of a reading"
    )
    readings: list[Reading] = Field(default_factory=list, description="Readings so far")
    tests_left: int = Field(default=0, description="How many tests remain")
    clock_minutes: int = Field(default=0, description="How long the laboratory has worked")
    note: str = Field(default="", description="What became of the last action")
