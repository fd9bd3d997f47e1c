"""A question of kinship, and its answer."""

from __future__ import annotations

from openenv.core.env_server import Action, Observation, State
from pydantic import Field


class AnswerAction(Action):
    """The answer: a text with the number of one record in it."""

    answer: str = Field(default="", max_length=200, description="Such as `No. 12`")


class QuestionObservation(Observation):
    """The register and the question."""

    level: int = Field(default=1, description="Difficulty, from 1")
    register_lines: list[str] = Field(default_factory=list, description="One record on each line")
    question: str = Field(default="", description="Which record is asked for")
    note: str = Field(default="", description="What was made of the answer")


class DeskState(State):
    """Public facts about the episode."""

    level: int = Field(default=1, description="Difficulty, from 1")
    answered: bool = Field(default=False, description="Whether the question was answered")
