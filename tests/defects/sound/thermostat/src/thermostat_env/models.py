"""What is said between an agent and the heating."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class HeatAction(Action):
    """How much to heat."""

    power: float = Field(ge=0.0, le=1.0, description="share of the full power")


class HeatObservation(Observation):
    """The room."""

    temperature: float = 0.0
    outside: float = 0.0
