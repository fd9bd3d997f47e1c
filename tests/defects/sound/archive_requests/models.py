"""Action, observation and state of the archive desk."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class DeskAction(Action):
    """One command at the desk."""

    command: str = Field(
        default="",
        max_length=200,
        description="`search WORD`, `fetch SIGNATURE`, `back SIGNATURE` or `hand SIGNATURE`",
    )


class DeskObservation(Observation):
    """What the desk shows."""

    request: str = Field(default="", description="What the reader asks for")
    output: str = Field(default="", description="The answer to the last command")
    on_desk: list[str] = Field(
        default_factory=list, description="Signatures that were fetched and lie on the desk"
    )
    commands_left: int = Field(default=0, description="How many commands remain")


class DeskState(State):
    """Public state."""

    request: str = Field(default="", description="What the reader asks for")
