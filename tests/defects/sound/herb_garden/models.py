"""The action and the observation of the herb garden."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class GardenPlan(VerifiedAction):
    """A plan: one herb for each bed, from left to right."""

    herbs: list[str] = Field(default_factory=list, max_length=12, description="In bed order")
    final: bool = Field(default=True, description="Whether this is the plan that counts")


class GardenView(VerifiedObservation):
    """The beds, the herbs, and the points of the last plan."""

    beds: list[str] = Field(default_factory=list, description="Light and soil of each bed")
    herbs: dict[str, str] = Field(default_factory=dict, description="What each herb likes")
    quarrels: list[str] = Field(
        default_factory=list, description="Pairs that lose 4 points as neighbours"
    )
    points: int | None = Field(default=None, description="The points of the last plan")
    plans_left: int = Field(default=0, description="How many plans remain")
    note: str = Field(default="", description="What became of the last plan")
