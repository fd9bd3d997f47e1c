"""The action and the observation of Jug Lab."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation

Jug = Literal["A", "B", "C"]


class JugLabAction(VerifiedAction):
    """One pour."""

    source: Jug = Field(default="A", description="The jug that is emptied")
    into: Jug = Field(default="A", description="The jug that is filled")


class JugLabObservation(VerifiedObservation):
    """The jugs."""

    sizes: list[int] = Field(default_factory=list, description="Litres that A, B and C can hold")
    holds: list[int] = Field(default_factory=list, description="Litres that A, B and C hold")
    target: int = Field(default=0, description="Litres that some jug must hold")
    pours_left: int = Field(default=0, description="How many pours remain")
