"""What the agent sends and sees."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk.environment.models import VerifiedAction, VerifiedObservation, VerifiedState

MAX_CODE_CHARS = 20_000

Mode = Literal["solve", "repair", "debug", "testing"]


class CodingAction(VerifiedAction):
    """A program (or, in testing mode, a list of tests) to be run or handed in."""

    kind: Literal["submit", "run"] = Field(
        default="submit",
        description="submit: judged on the hidden tests, ends the episode; run (modes repair and "
        "debug): tried on visible tests only",
    )
    code: str = Field(
        default="",
        max_length=MAX_CODE_CHARS,
        description="Python source that defines the entry; an expression in x at level 1; in "
        "testing mode a literal list of (arguments, expected result) pairs",
    )


class Example(BaseModel):
    """One visible test, as Python source."""

    model_config = ConfigDict(frozen=True)

    arguments: str = Field(description="The arguments, such as `[1, 2], 3`")
    result: str = Field(description="The result that is right, such as `[1, 2, 3]`")


class CodingObservation(VerifiedObservation):
    """The task, and what became of the last program."""

    mode: Mode = Field(default="solve", description="What is asked for in this episode")
    statement: str = Field(default="", description="What the program has to do")
    signature: str = Field(default="", description="The entry that the program defines")
    examples: list[Example] = Field(default_factory=list, description="The visible tests")
    program: str = Field(default="", description="Mode debug: the program that has to be mended")
    feedback: str = Field(default="", description="What the last action led to")
    runs_left: int = Field(default=0, description="How often `run` may still be used")


class CodingState(VerifiedState):
    """Where the episode stands."""

    mode: Mode = Field(default="solve", description="As in the observation")
