"""Action, observation and state of the cipher club."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CipherClubAction(Action):
    """A plain text."""

    text: str = Field(default="", max_length=500, description="The decoded message")


class CipherClubObservation(Observation):
    """What hangs on the board of the club."""

    board: str = Field(default="", description="The solved messages and the message to decode")
    message: str = Field(default="", description="The message to decode; empty at the end")
    solved: int = Field(default=0, description="Messages decoded correctly")
    last: str = Field(default="", description="right or wrong")


class CipherClubState(State):
    """The public state."""

    split: str = Field(default="train", description="Split of the meeting")
    number: int = Field(default=0, description="Number of the current message")
