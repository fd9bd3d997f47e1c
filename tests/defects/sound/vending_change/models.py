"""What goes in and out of the vending machine."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class VendingChangeAction(Action):
    """The change for the customer at the machine."""

    change: str = Field(default="", max_length=600, description="Coins joined by +, or refund")


class VendingChangeObservation(Observation):
    """The customer and the box."""

    customer: int = Field(default=0, description="Number of the customer, from 1")
    price: str = Field(default="", description="Price of the article")
    inserted: list[str] = Field(default_factory=list, description="Coins that were inserted")
    box: dict[str, int] = Field(
        default_factory=dict, description="Coins in the box, inserted ones included"
    )
    message: str = Field(default="", description="What happened to the last customer")


class VendingChangeState(State):
    """The public state."""

    served: int = Field(default=0, description="Customers served rightly")
