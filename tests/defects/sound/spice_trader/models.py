"""Messages of the pepper market."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class TradeAction(Action):
    """The order of a day."""

    sell: int = Field(default=0, ge=0, le=99, description="Sacks to sell")
    buy: int = Field(default=0, ge=0, le=99, description="Sacks to buy after the sale")


class MarketObservation(Observation):
    """The market and the merchant."""

    day: int = Field(default=1, description="The day of the next order, from 1")
    prices: list[int] = Field(default_factory=list, description="Prices of a sack on all days")
    coins: int = Field(default=0)
    sacks: int = Field(default=0, description="Sacks in the store")
    note: str = ""


class MarketState(State):
    """The public state."""

    market: str = "calm"
