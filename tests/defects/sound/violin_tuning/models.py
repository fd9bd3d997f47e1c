"""The action, the observation and the state of the tuning game."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ViolinTuningAction(Action):
    """One thing that the player does."""

    command: str = Field(default="", max_length=16, description="listen, turn or finish")
    string: str = Field(default="", max_length=4, description="G, D, A or E")
    cents: float = Field(default=0.0, ge=-130, le=130, description="For turn: change of the pitch")


class ViolinTuningObservation(Observation):
    """What the player hears and feels."""

    heard: str = Field(default="", description="The string that was heard last; empty for none")
    beat: float = Field(default=0.0, description="Size of its error in cents, with noise")
    torque: dict[str, float] = Field(default_factory=dict, description="Resistance of every peg")
    patience: int = Field(default=0, description="Units of patience that remain")
    log: list[str] = Field(default_factory=list, description="What was done and heard so far")
    note: str = Field(default="", description="`refused` if the last action was not possible")


class ViolinTuningState(State):
    """The public state."""

    strings: int = Field(default=4, description="Strings of the instrument")
