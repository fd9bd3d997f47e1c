"""The action and the observation of the survey cleaner."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation

Column = Literal["person", "height", "age", "town"]


class Row(BaseModel):
    """One form."""

    row: int = Field(description="Its number")
    person: str = Field(description="Initials")
    height: str = Field(description="As it was written")
    age: str = Field(description="As it was written")
    town: str = Field(description="As it was written")


class CleanAction(VerifiedAction):
    """One repair, or the end."""

    act: Literal["set", "drop", "finish"] = Field(default="set", description="What to do")
    row: int = Field(default=0, ge=0, le=99, description="The row to change or drop")
    column: Column = Field(default="town", description="The column to change")
    value: str = Field(default="", max_length=40, description="The new content of the cell")


class SurveyObservation(VerifiedObservation):
    """The table."""

    rows: list[Row] = Field(default_factory=list, description="The rows that are left")
    note: str = Field(default="", description="Why the last repair was refused, if it was")
