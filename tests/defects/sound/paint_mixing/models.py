"""The action and the observation of the mixing bench."""

from __future__ import annotations

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class BenchAction(Action):
    """One move at the bench."""

    act: Literal["pour", "empty", "deliver"] = Field(default="pour", description="What to do")
    pigment: str = Field(default="", max_length=24, description="The pigment to pour")
    tenths: int = Field(default=0, ge=0, le=500, description="Tenths of a millilitre to pour")


class BenchObservation(Observation):
    """The card, the shelf, the can and the bill."""

    card: list[float] = Field(default_factory=list, description="The colour to match")
    shelf: dict[str, list[int]] = Field(
        default_factory=dict, description="Pigment: red, green, blue, pence for 10 ml"
    )
    can_tenths: dict[str, int] = Field(default_factory=dict, description="What is in the can")
    colour: list[float] = Field(default_factory=list, description="The colour of the can")
    bill: int = Field(default=0, description="Pence billed so far")
    quote: int = Field(default=0, description="A bill up to this earns the full reward")
    limit: int = Field(default=0, description="No pour may raise the bill above this")
    note: str = Field(default="", description="Why the last move was refused, if it was")
