"""Data of the control room."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class GridDayAction(Action):
    """What the plants shall give in the next period."""

    gas: int = Field(default=0, description="Power of the gas plant in MW")
    hydro: int = Field(default=0, description="Power of the hydro plant in MW")


class GridDayObservation(Observation):
    """The screen of the control room."""

    demand: list[int] = Field(
        default_factory=list, description="Demand of the remaining periods in MW"
    )
    wind: list[int] = Field(
        default_factory=list, description="Wind power of the remaining periods in MW"
    )
    gas: int = Field(default=0, description="Power of the gas plant now")
    water: int = Field(default=0, description="Water that is left, in MW-periods")
    gap: int = Field(default=0, description="Supply minus demand in the last period")
    note: str = Field(default="", description="balanced, off or blackout")


class GridDayState(State):
    """The public state."""

    balanced: int = Field(default=0, description="Periods that were balanced")
