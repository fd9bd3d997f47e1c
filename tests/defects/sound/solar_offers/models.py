"""The action and the observation of the solar planner."""

from __future__ import annotations

from openenv.core.env_server import Action, Observation
from pydantic import Field


class OfferAction(Action):
    """The planner's answer."""

    answer: str = Field(default="", max_length=200, description="`Answer: B`, or the letter alone")


class OfferObservation(Observation):
    """The roof, the estimates, and at the end the result."""

    roof: str = Field(default="", description="The roof and the modules, in words")
    offers: dict[str, int] = Field(
        default_factory=dict, description="Six estimates of the yield of the first year, in kWh"
    )
    result: str = Field(
        default="", description="`right`, `wrong` or `unreadable`, after the answer"
    )
