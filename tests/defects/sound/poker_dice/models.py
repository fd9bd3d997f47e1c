"""Bets, offers and what is seen at the table."""

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class PokerDiceAction(Action):
    """A bet, or a pass."""

    bet: int = Field(default=-1, ge=-1, le=99, description="Number of the offer; -1 to pass")
    stake: int = Field(default=1, ge=1, le=5, description="Chips, spread over the throws")


class Offer(BaseModel):
    """One bet that the house offers."""

    event: str = Field(description="What must happen in a throw")
    weights: list[int] = Field(description="How often the faces 1 to 6 come up, as weights")
    pays: float = Field(description="What one chip brings if the event happens, the chip included")
    chance: float | None = Field(default=None, description="Only told with show_chances")


class PokerDiceObservation(Observation):
    """The offers of this round and the throws of the last one."""

    round: int = Field(default=0, description="From 1")
    rounds: int = Field(default=0, description="How many rounds a game has")
    throws_per_bet: int = Field(default=0, description="Over how many throws a stake is spread")
    offers: list[Offer] = Field(default_factory=list, description="The four bets of this round")
    on_table: list[int] = Field(
        default_factory=list,
        description="Dice that lie there and count in every throw of this round",
    )
    chips_won: float = Field(default=0.0, description="Chips won so far, less those lost")
    last_throws: list[str] = Field(
        default_factory=list, description="The throws of the last bet, sorted; empty after a pass"
    )
    note: str = Field(default="", description="What the last bet did")
