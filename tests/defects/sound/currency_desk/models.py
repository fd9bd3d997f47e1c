"""Action and observation of the currency desk."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class TradeOrder(Action):
    """An order, or the end of the day."""

    sell: str = Field(default="", max_length=3, description="The currency to sell")
    buy: str = Field(default="", max_length=3, description="The currency to buy")
    amount: float = Field(
        default=0.0, allow_inf_nan=False, description="How much to sell, in the sold currency"
    )
    close: bool = Field(default=False, description="End the day without an order")


class DeskObservation(Observation):
    """The rates and the balances."""

    rates: dict[str, dict[str, float]] = Field(
        default_factory=dict, description="rates[a][b]: how many b one a buys, before the fee"
    )
    fee: float = Field(default=0.0, description="The share that is kept of every trade")
    balances: dict[str, float] = Field(default_factory=dict, description="What the desk holds")
    orders_left: int = Field(default=0, description="Orders that remain today")
    note: str = Field(default="", description="What became of the last order")
