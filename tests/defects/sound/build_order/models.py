"""The action and the observation of Build Order."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation

Note = Literal["", "missing, unknown or doubled", "built too early", "right"]


class BuildOrderAction(VerifiedAction):
    """An order."""

    order: str = Field(default="", max_length=400, description="All packages, separated by blanks")


class Package(BaseModel):
    """A package and what it needs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(description="The package")
    needs: list[str] = Field(description="Packages that have to be built before")


class BuildOrderObservation(VerifiedObservation):
    """The project, and what was wrong with the last order."""

    packages: list[Package] = Field(default_factory=list, description="The packages")
    attempts_left: int = Field(default=0, description="How many attempts remain")
    note: Note = Field(default="", description="The result of the last attempt")
