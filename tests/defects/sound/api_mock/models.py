"""Rules of a mock, and the description of a service."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Rule(BaseModel):
    """One rule of a mock."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    method: str = Field(default="GET", max_length=8)
    path: str = Field(default="", max_length=80, description="May contain {id}")
    divisible_by: int = Field(default=1, ge=1, le=1000)
    min_id: int = Field(default=0, ge=0, le=1000000)
    max_id: int = Field(default=1000000, ge=0, le=1000000)
    status: int = Field(default=200, ge=100, le=599)
    body: str = Field(default="null", max_length=400, description="JSON; {id} is replaced")


class MockAction(VerifiedAction):
    """A mock, in order of precedence."""

    rules: list[Rule] = Field(default_factory=list, max_length=20)


class Recording(BaseModel):
    """One recorded call."""

    method: str
    path: str
    status: int
    body: str


class MockObservation(VerifiedObservation):
    """The service to mock and the result of the last attempt."""

    description: str = Field(default="", description="How the service behaves")
    recorded: list[Recording] = Field(default_factory=list, description="Calls of the service")
    checks: int = Field(default=0, description="Number of hidden checks")
    checks_passed: int = Field(default=0, description="Checks that the last mock passed")
    attempts_left: int = Field(default=0, description="Attempts that remain")
