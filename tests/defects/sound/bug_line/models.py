"""Action and observation of the bug hunt."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class BugLineAction(Action):
    """The reviewer's answer."""

    answer: str = Field(
        default="", max_length=200, description="Number of the wrong line, such as `7`"
    )


class BugLineObservation(Observation):
    """The listing under review."""

    listing: str = Field(default="", description="Numbered source lines")
    report: str = Field(default="", description="A call that goes wrong")
    verdict: str = Field(default="", description="After the answer: right, wrong or unreadable")
