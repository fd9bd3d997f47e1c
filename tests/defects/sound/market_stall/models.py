"""Messages of the market."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class StallAction(Action):
    """A trade, or the end of the day."""

    order: str = Field(default="", max_length=40, description="`buy n`, `sell n` or `next`")


class StallObservation(Observation):
    """The stall."""

    day: int = Field(default=1, description="1 to 6; 7 when the market is over")
    prices: list[int] = Field(default_factory=list, description="Coins for ten pears, by day")
    coins: int = 0
    pears: int = 0
    room: int = Field(default=0, description="Pears that the store can hold")
    target: int = Field(default=0, description="Coins that are needed in the end")
    actions_left: int = 0
    note: str = ""


class StallState(State):
    """The public state."""

    level: int = 1
