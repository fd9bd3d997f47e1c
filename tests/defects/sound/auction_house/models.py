"""Messages of the auction house."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class BidAction(Action):
    """A sealed bid."""

    bid: int = Field(default=0, description="Whole pounds; 0 is no bid")


class LotObservation(Observation):
    """The lot that is called."""

    lot: str = ""
    catalogue: int = Field(default=0, description="Catalogue price")
    condition: int = Field(default=0, description="Percent of the catalogue price")
    repair: int = Field(default=0, description="Cost of the repair")
    reserve: int = Field(default=0, description="Bids below do not count")
    lots_left: int = 0
    profit: int = Field(default=0, description="Your profit so far")
    note: str = Field(default="", description="What became of the last lot")


class HouseState(State):
    """The public state."""
