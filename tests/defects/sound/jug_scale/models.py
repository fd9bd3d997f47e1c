"""Moves with jugs, and what can be seen of them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Jug(BaseModel):
    """A jug, as far as it can be seen."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(description="`A`, `B` or `C`")
    litres: int = Field(description="How much it holds when it is full")
    empty_weight: int = Field(description="What it weighs when it is empty")
    water: int | None = Field(description="Litres in it; None if the jug is opaque")


class JugScaleAction(VerifiedAction):
    """One move."""

    move: str = Field(
        default="", max_length=20, description="`pour A B`, `weigh A`, `weigh A B` or `serve A`"
    )


class JugScaleObservation(VerifiedObservation):
    """The kitchen table."""

    jugs: list[Jug] = Field(default_factory=list, description="The three jugs")
    serve_litres: int = Field(default=0, description="How many litres are to be served")
    all_litres: int | None = Field(
        default=None, description="Litres in all jugs together; None if nobody knows"
    )
    loads: int = Field(default=0, description="Jugs that the spring has carried so far")
    moves_left: int = Field(default=0, description="Moves that remain")
    history: list[str] = Field(default_factory=list, description="The moves, with what they showed")
