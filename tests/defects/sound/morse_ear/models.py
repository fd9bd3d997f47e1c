"""Messages of the Morse station."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class MorseAction(Action):
    """What you heard."""

    text: str = Field(default="", max_length=80, description="Words in capitals, one space between")


class MorseObservation(Observation):
    """The tape."""

    tape: list[int] = Field(
        default_factory=list, description="Milliseconds: key down, key up, key down, ..."
    )
    tries_left: int = 0
    instruction: str = ""
    note: str = ""


class MorseState(State):
    """The public state."""

    level: int = 1
