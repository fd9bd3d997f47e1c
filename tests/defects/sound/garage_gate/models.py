"""The action, observation and state of the garage gate."""

from __future__ import annotations

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class GateAction(Action):
    """One decision at the gate."""

    kind: Literal["assign", "inspect", "turn_away"] = Field(
        default="turn_away", description="What to do"
    )
    bay: str = Field(default="", max_length=8, description="For `assign`: a bay such as `2-03`")
    floor: int = Field(default=0, description="For `inspect`: the floor to look at")


class GateObservation(Observation):
    """The plan of the garage, the vehicle at the gate and the state of the shift."""

    plan: dict[str, str] = Field(default_factory=dict, description="The kind of every bay")
    vehicle: str = Field(default="", description="What waits at the gate: small, van or electric")
    waiting: int = Field(default=0, description="Vehicles still to come, with the one at the gate")
    parked: dict[str, str] = Field(default_factory=dict, description="What was parked this shift")
    free_bays: list[str] = Field(default_factory=list, description="What an inspection found free")
    strike_points: int = Field(default=0, description="Strike points so far; 3 end the shift")
    decisions_left: int = Field(default=0, description="Decisions until the shift is over")
    note: str = Field(default="", description="What the last decision did")


class GateState(State):
    """Public state."""

    parked: int = 0
