"""Models of the auction."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class BidAction(Action):
    """A sealed bid for the lot that is called."""

    bid: int = Field(default=0, ge=0, le=10000, description="Whole crowns; 0 does not bid")


class AuctionObservation(Observation):
    """The saleroom."""

    lot: str = Field(default="", description="The lot that is called, empty at the end")
    estimate: int = Field(default=0, description="What you can resell it for")
    money: int = Field(default=0, description="What is left of your money")
    lots_left: int = Field(default=0, description="Lots that come, with this one")
    won: list[str] = Field(
        default_factory=list, description="Lots that you have won, with the price"
    )
    message: str = Field(default="", description="How the last lot went")
