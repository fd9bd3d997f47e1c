"""What is sent and seen at the board."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class KanbanAction(Action):
    """A command."""

    command: str = Field(
        default="", max_length=40, description="`pull CARD`, `review CARD`, `ship CARD` or `day`"
    )


class KanbanObservation(Observation):
    """The board as text."""

    board: str = Field(default="", description="The board")
    message: str = Field(default="", description="What came of the command")


class KanbanState(State):
    """The public state."""

    level: str = Field(default="easy")
