"""Action and observation of the test writer."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class SuiteAction(VerifiedAction):
    """A suite of tests."""

    tests: str = Field(default="", max_length=1000, description="One `f(args) == value` a line")


class SuiteObservation(VerifiedObservation):
    """The function."""

    name: str = Field(default="", description="Name of the function")
    source: str = Field(default="", description="Source of the correct function")
    max_tests: int = Field(default=0, description="Most tests of a suite")
    note: str = Field(default="", description="After the suite: how it was judged")
