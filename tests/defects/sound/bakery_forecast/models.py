"""The action, the observation and the state of the bakery."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class BakeryForecastAction(Action):
    """What to bake for today, in kilograms; fractions are fine."""

    croissant: float = Field(default=0.0, ge=0.0, le=1000.0, allow_inf_nan=False)
    rye: float = Field(default=0.0, ge=0.0, le=1000.0, allow_inf_nan=False)
    cake: float = Field(default=0.0, ge=0.0, le=1000.0, allow_inf_nan=False)


class PastDay(BaseModel):
    """A day that is over: what people wanted to buy, sold out or not."""

    day: str
    weather: str
    demand: dict[str, float]


class BakeryForecastObservation(Observation):
    """What the baker knows in the morning."""

    neighbourhood: str = ""
    day: str = Field(default="", description="Today; empty when the week is over")
    weather: str = Field(default="", description="Today's weather, which is certain")
    days_left: int = Field(default=0, description="Days still to bake for, with today")
    costs: dict[str, float] = Field(default_factory=dict, description="Cost per kilogram")
    prices: dict[str, float] = Field(default_factory=dict, description="Price per kilogram")
    weekday_factors: dict[str, float] = Field(default_factory=dict)
    weather_factors: dict[str, float] = Field(default_factory=dict)
    noise: float = Field(default=0.0, description="Standard deviation of demand, as a share")
    base: dict[str, float] = Field(
        default_factory=dict, description="Kilograms on a normal day; empty at level 2"
    )
    past: list[PastDay] = Field(
        default_factory=list, description="Days before today: two weeks of records, then your own"
    )
    note: str = ""


class BakeryForecastState(State):
    """Public facts about the week."""

    split: str = ""
    level: int = 0
