"""Rotas and guards."""

from __future__ import annotations

from typing import Annotated

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field

Word = Annotated[str, Field(max_length=24)]


class RotaAction(Action):
    """A whole week."""

    rota: dict[Word, Word] = Field(
        default_factory=dict, max_length=40, description="Shift to name of guard"
    )


class Guard(BaseModel):
    """Somebody who can be planned."""

    name: str = Field(description="The name")
    badge: bool = Field(description="Whether they may work late")
    limit: int = Field(description="The most shifts they may have")
    away: list[str] = Field(description="Days on which they are away")


class RotaObservation(Observation):
    """What the planner knows."""

    guards: list[Guard] = Field(default_factory=list, description="All guards")
    faults: list[str] = Field(default_factory=list, description="What is wrong with the last rota")
    tries_left: int = Field(default=0, description="Tries that remain")


class RotaState(State):
    """The public state."""
