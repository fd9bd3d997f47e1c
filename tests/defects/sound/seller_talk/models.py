"""What the buyer says and hears."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class TalkAction(Action):
    """One move of the buyer."""

    move: Literal["offer", "accept", "walk"] = Field(default="walk", description="What to do")
    price: int = Field(default=0, ge=0, le=10_000, description="For `offer`: whole coins")


class Exchange(BaseModel):
    """An offer that was refused, and the price asked after it."""

    offered: int
    asked: int


class TalkObservation(Observation):
    """Where the talk stands."""

    thing: str = Field(default="", description="What is for sale")
    your_value: int = Field(default=0, description="What it is worth to you, in coins")
    asks: int = Field(default=0, description="The seller's present price")
    says: str = Field(default="", description="The seller's words")
    comes_down_by: float = Field(default=-1.0, description="The fraction f; -1 if it is not told")
    refusals_left: int = Field(default=0, description="The seller leaves when this reaches 0")
    talk: list[Exchange] = Field(default_factory=list, description="What was refused so far")
    reserve: int = Field(default=-1, description="The reserve price; -1 while it is hidden")
    bought_for: int = Field(default=-1, description="The price of the deal; -1 if there is none")
