"""The messages of the bank."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class SignatureAction(Action):
    """The signature that is thought to be forged."""

    pick: int = Field(
        default=0, ge=-100, le=100, description="Number of the forged signature, 1 to 5"
    )


class SignatureObservation(Observation):
    """A case."""

    case: int = Field(default=0, description="Number of the case, from 1")
    references: list[list[float]] = Field(
        default_factory=list, description="Three signatures that are genuine"
    )
    questioned: list[list[float]] = Field(
        default_factory=list, description="Five signatures, one forged"
    )
    right: int = Field(default=0, description="Cases answered rightly so far")


class SignatureState(State):
    """The public state."""

    level: str = Field(default="easy", description="How careless the forger is")
