"""What the operator sends and sees."""

from __future__ import annotations

from openenv.core.env_server import Action, Observation
from pydantic import Field


class SkiLiftAction(Action):
    """The speed of the lift during the next tick."""

    speed: int = Field(default=0, description="0 (stopped), 1 (slow), 2 (normal) or 3 (fast)")


class SkiLiftObservation(Observation):
    """The bottom station at the start of a tick."""

    tick: int = Field(default=0, description="Ticks that have passed")
    ticks: int = Field(default=0, description="Ticks of the day")
    queue: int = Field(default=0, description="Skiers who wait now")
    speed: int = Field(default=0, description="The present speed of the lift")
    forecast: list[int] = Field(
        default_factory=list, description="Skiers expected after each of the ticks that remain"
    )
    carried: int = Field(default=0, description="Skiers carried in the last tick")
    cost: int = Field(default=0, description="Energy and gear changes charged in the last tick")
    balance: int = Field(default=0, description="Fares less costs so far, in euros")
    note: str = Field(default="", description="What was wrong with the last action")
