"""The action and the observation of the water planner."""

from __future__ import annotations

from pydantic import BaseModel, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Stop(BaseModel):
    """A place with water."""

    name: str = Field(description="Its name")
    km: int = Field(description="Kilometres from the start")
    yield_ml: int = Field(description="What it gives that day")


class PlanAction(VerifiedAction):
    """The plan."""

    plan: str = Field(default="", max_length=2000, description="Lines: fill <stop> <amount> <unit>")


class PlanObservation(VerifiedObservation):
    """The trail, and later the verdict."""

    length_km: int = Field(default=0, description="Length of the trail")
    ml_per_km: int = Field(default=0, description="What the hiker drinks on a kilometre")
    capacity_ml: int = Field(default=0, description="What the bottles hold")
    stops: list[Stop] = Field(default_factory=list, description="Places with water, by km")
    best_load: float = Field(default=0.0, description="Litre-kilometres of the lightest plan")
    load: float = Field(default=0.0, description="Litre-kilometres of your plan, if it works")
    verdict: str = Field(default="", description="What became of the plan")
