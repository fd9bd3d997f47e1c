"""The action and the observation of the sled loader."""

from __future__ import annotations

from pydantic import BaseModel, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class SledAction(VerifiedAction):
    """A manifest, to be weighed or to leave with."""

    manifest: str = Field(default="", max_length=400, description="Such as `3 pemmican, 1 tent`")
    depart: bool = Field(default=True, description="Leave with this manifest; else weigh only")


class ItemView(BaseModel):
    """A kind of item in the depot."""

    name: str = Field(description="Its name")
    kg: float = Field(description="Weight of one")
    points: int = Field(description="How useful one is")
    stock: int = Field(description="How many there are")


class SledObservation(VerifiedObservation):
    """The depot and the sled."""

    limit_kg: int = Field(default=0, description="The highest load")
    items: list[ItemView] = Field(default_factory=list, description="What is in the depot")
    load_kg: float = Field(default=0.0, description="Weight of the last manifest")
    points: int = Field(default=0, description="Points of the last manifest")
    steps_left: int = Field(default=0, description="Steps that remain")
    note: str = Field(default="", description="What is wrong with the last manifest, if anything")
