"""What the blender at the counter does and sees. A measure is 10 g; a tin holds 10 measures."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation

Kind = Literal["buy_loose", "buy_tins", "open_tins", "return_loose", "return_tins", "blend"]


class CounterAction(VerifiedAction):
    """One thing done at the counter."""

    kind: Kind = Field(default="blend", description="What to do; `blend` ends the episode")
    tea: str = Field(default="", max_length=40, description="The tea; ignored by `blend`")
    count: int = Field(
        default=1, ge=1, le=60, description="Measures of loose tea, or tins; ignored by `blend`"
    )


class ShelfTea(BaseModel):
    """A tea on the shelf of the wholesaler."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(description="The name of the tea")
    notes: dict[str, int] = Field(description="What one measure brings to a blend, by note")
    loose_price: int = Field(description="Cents for a loose measure")
    tin_price: int = Field(description="Cents for a sealed tin of ten measures")


class Holding(BaseModel):
    """What the blender has of a tea."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    loose: int = Field(description="Loose measures; all of them go into the blend")
    tins: int = Field(description="Sealed tins, which do not go into the blend")


class CounterObservation(VerifiedObservation):
    """The order, the shelf, and what was bought so far."""

    shelf: list[ShelfTea] = Field(default_factory=list, description="What can be bought")
    wanted_measures: int = Field(default=0, description="How many measures the blend must have")
    wanted_notes: dict[str, int] = Field(
        default_factory=dict, description="What the measures together must bring, by note"
    )
    purse: int = Field(default=0, description="Cents left")
    held: dict[str, Holding] = Field(default_factory=dict, description="What was bought, by tea")
    steps_left: int = Field(default=0, description="Steps left, the blending included")
    note: str = Field(default="", description="Why the last step was refused, if it was")
