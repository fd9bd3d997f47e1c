"""The answer, the question and the state."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class SheetAction(Action):
    """The answer to the question."""

    answer: str = Field(default="", max_length=100, description="A number, or the name of an item")


class SheetObservation(Observation):
    """The sheet and the question."""

    sheet: str = Field(default="", description="The sheet as a table with bars")
    question: str = Field(default="", description="The question about the sheet")
    verdict: str = Field(default="", description="After the answer: right or wrong")


class SheetState(State):
    """Public state."""

    split: str = Field(default="train", description="Split of the sheet")
    index: int = Field(default=0, description="Number of the sheet in the split")
