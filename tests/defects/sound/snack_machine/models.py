"""Messages of the vending machine."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class SnackAction(Action):
    """What you do at the machine."""

    kind: Literal["insert", "cancel", "buy"] = "cancel"
    coin: int = Field(default=0, description="For insert: the coin in cents")


class SnackObservation(Observation):
    """You and the machine."""

    price: int = 0
    purse: list[int] = Field(default_factory=list, description="Your coins")
    credit: int = Field(default=0, description="What you have inserted")
    tubes: dict[str, int] = Field(
        default_factory=dict, description="Coin: how many the machine has for change"
    )
    actions_left: int = 0
    note: str = ""


class SnackState(State):
    """The public state."""
