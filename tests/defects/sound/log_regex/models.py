"""The action and the observation of the log task."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class LogRegexAction(VerifiedAction):
    """A pattern, to be tried or to be graded."""

    pattern: str = Field(default="", max_length=600, description="A regular expression")
    submit: bool = Field(default=False, description="Grade it and end the episode")


class LogRegexObservation(VerifiedObservation):
    """The request and the examples."""

    request: str = Field(default="", description="Which lines are wanted")
    wanted: list[str] = Field(default_factory=list, description="Examples to match")
    unwanted: list[str] = Field(default_factory=list, description="Examples not to match")
    actions_left: int = Field(default=0, description="How many actions remain")
    correct: int = Field(default=0, description="Examples that the last pattern got right")
    note: str = Field(default="", description="What is wrong with the last pattern")
