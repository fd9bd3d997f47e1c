"""Messages of the tower game."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class WaveAction(Action):
    """What to build before the next wave comes."""

    build: str = Field(
        default="",
        max_length=1000,
        description="E.g. `archer left, archer left, cannon mid`; may be empty",
    )


class WaveObservation(Observation):
    """The field between two waves."""

    wave: int = Field(default=0, description="Number of the wave that comes next, from 1")
    coins: int = Field(default=0, description="Coins")
    lives: int = Field(default=0, description="Lives of the base")
    towers: dict[str, dict[str, int]] = Field(default_factory=dict, description="Towers by lane")
    next_wave: dict[str, dict[str, int]] = Field(
        default_factory=dict, description="Enemies by lane"
    )
    report: list[str] = Field(default_factory=list, description="What happened")


class WaveState(State):
    """Public state."""

    stopped: int = Field(default=0, description="Enemies stopped so far")
