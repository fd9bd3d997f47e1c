"""Action, observation and state of the provisioning desk."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class OrderLine(BaseModel):
    """Some packs of one article."""

    article: str = Field(description="The name of an article of the price list")
    packs: int = Field(description="How many packs; at least 1")


class HutAction(Action):
    """An order: a draft, which is only reckoned, or the one that is sent."""

    lines: list[OrderLine] = Field(default_factory=list, max_length=20)
    send: bool = Field(default=True, description="Send the order; false for a draft")


class Article(BaseModel):
    """An article of the price list; all numbers are for one pack."""

    name: str
    grams: int
    kcal: int
    protein: int = Field(description="Grams of protein")
    cents: int
    stock: int = Field(description="Packs that the store in the valley has")


class HutObservation(Observation):
    """The hut's needs, the price list, and how the last order was reckoned."""

    guests: int = 0
    days: int = 0
    kcal_needed: int = Field(default=0, description="For all guests and days")
    protein_needed: int = Field(default=0, description="Grams, for all guests and days")
    load_limit: int = Field(default=0, description="The most grams that the mule carries")
    prices: list[Article] = Field(default_factory=list)
    reckoned: dict[str, int] = Field(
        default_factory=dict, description="grams, kcal, protein and cents of the last order"
    )
    drafts_left: int = 0
    message: str = Field(default="", description="What is wrong with the last order, if anything")


class HutState(State):
    """Public facts about the episode."""

    level: int = 1
    sent: bool = False
