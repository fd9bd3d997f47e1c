"""The plan that a baker writes, and what it is written for."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class PlanAction(Action):
    """A plan for the whole morning."""

    plan: str = Field(
        default="",
        max_length=2000,
        description="One line for each order: start, oven and order, such as `04:30 A rye-1`",
    )


class Order(BaseModel):
    """An order that fills an oven."""

    name: str = Field(description="The name of the order")
    minutes: int = Field(description="How long it bakes")
    degrees: int = Field(description="At which temperature, in degrees Celsius")
    due: str = Field(description="When it must be out of the oven, HH:MM")


class PlanObservation(Observation):
    """The orders, and what was wrong with the last plan."""

    orders: list[Order] = Field(default_factory=list, description="The orders of the morning")
    ovens: list[str] = Field(default_factory=list, description="The names of the ovens")
    opens: str = Field(default="", description="From when on can be baked, HH:MM")
    reload_minutes: int = Field(default=0, description="Between two orders of one oven, at least")
    heat_minutes: int = Field(default=0, description="Instead, if the temperatures differ")
    plans_left: int = Field(default=0, description="How many plans can still be handed in")
    problem: str = Field(default="", description="The first thing wrong with the last plan")
