"""The 24 game."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class GameAction(Action):
    """An attempt."""

    expression: str = Field(default="", max_length=100, description="For example (3 + 5) * (4 - 1)")


class GameObservation(Observation):
    """The hand and the last verdict."""

    numbers: list[int] = Field(default_factory=list)
    attempts_left: int = 0
    verdict: str = ""


class GameState(State):
    """The public state."""

    attempts: int = 0
