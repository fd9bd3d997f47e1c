"""Action, observation and state of the audio guide."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class MuseumGuideAction(Action):
    """What the guide does next."""

    message: str = Field(
        default="", max_length=400, description="search WORD, show NUMBER or answer TEXT"
    )


class MuseumGuideObservation(Observation):
    """What the guide hears and reads."""

    question: str = Field(default="", description="The question of the visitor")
    result: str = Field(default="", description="Result of the last message")
    turns_left: int = Field(default=0, description="Messages that remain")


class MuseumGuideState(State):
    """The public state."""

    split: str = Field(default="train", description="Split of the question")
