"""Messages of the colour lab."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class MixAction(Action):
    """What you do at the bench."""

    do: Literal["add", "rinse", "hand_in"] = "rinse"
    pigment: str = Field(default="", max_length=20)
    parts: int = 0


class LabObservation(Observation):
    """The bench."""

    pigments: dict[str, list[int]] = Field(default_factory=dict, description="Red, green, blue")
    target: list[int] = Field(default_factory=list, description="Sums of red, green, blue ...")
    target_parts: int = Field(default=0, description="... over so many parts")
    jar: dict[str, int] = Field(default_factory=dict, description="Parts in the jar")
    distance: float = Field(default=0.0, description="From the mixture to the target")
    actions_left: int = 0
    note: str = ""


class LabState(State):
    """The public state."""
