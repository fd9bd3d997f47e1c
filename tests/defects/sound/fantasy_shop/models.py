"""What the customer says, and what the merchant answers."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class HaggleAction(Action):
    """One sentence: it offers a price, or says `accept` or `leave`."""

    say: str = Field(
        default="", max_length=200, description="Such as `I offer 70 gold.`, `accept` or `leave`"
    )


class HaggleObservation(Observation):
    """The conversation so far."""

    item: str = Field(default="", description="What is for sale")
    list_price: int = Field(default=0, description="The price on the label, in gold")
    asking: int = Field(default=0, description="What the merchant asks now")
    patience: int = Field(default=0, description="How much longer the merchant will haggle")
    offers: list[tuple[int, int]] = Field(
        default_factory=list, description="Your offers, each with the price asked after it"
    )
    merchant: str = Field(default="", description="What the merchant says")
    paid: int = Field(default=0, description="The price of the deal; 0 while there is none")
