"""Data of the ticket office."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class MuseumTicketsAction(Action):
    """What the party has to pay."""

    answer: str = Field(default="", max_length=100, description="An amount in euros, such as 58.00")


class MuseumTicketsObservation(Observation):
    """The party at the counter."""

    party: str = Field(default="", description="When the party comes, and who belongs to it")
    number: int = Field(
        default=0, description="Number of the party, from 1 to 4; 0 once the office is closed"
    )
    parties_right: int = Field(default=0, description="Parties that were charged rightly")


class MuseumTicketsState(State):
    """The public state."""

    parties_right: int = Field(default=0, description="Parties that were charged rightly")
