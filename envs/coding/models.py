"""Action, observation and state of the coding environment."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk.environment.models import VerifiedAction, VerifiedObservation, VerifiedState

MAX_CODE_CHARS = 20_000

Mode = Literal["solve", "repair", "debug", "testing"]


class CodingAction(VerifiedAction):
    """A program (in testing mode: a list of tests) to run or to submit."""

    kind: Literal["submit", "run"] = Field(
        default="submit",
        description="submit: graded on the hidden tests, ends the episode; run (modes repair and "
        "debug): run on the visible tests and on new practice tests, without ending the episode",
    )
    code: str = Field(
        default="",
        max_length=MAX_CODE_CHARS,
        description="Python source that defines the entry; an expression in x at levels 1 and 6; "
        "in testing mode a literal list of (arguments, expected result) pairs",
    )


class Example(BaseModel):
    """One visible test case, as Python source."""

    model_config = ConfigDict(frozen=True)

    arguments: str = Field(description="The arguments, such as `[1, 2], 3`")
    result: str = Field(description="The correct result, such as `[1, 2, 3]`")


class CodingObservation(VerifiedObservation):
    """The task and the feedback on the last action."""

    mode: Mode = Field(default="solve", description="What the agent is asked to do")
    statement: str = Field(default="", description="What the program has to do")
    signature: str = Field(default="", description="The function or class to define")
    examples: list[Example] = Field(default_factory=list, description="The visible tests")
    program: str = Field(default="", description="Mode debug: the program to repair")
    feedback: str = Field(default="", description="The result of the last action")
    runs_left: int = Field(default=0, description="How often `run` may still be used")


class CodingState(VerifiedState):
    """The public state of the episode."""

    mode: Mode = Field(default="solve", description="As in the observation")
