"""Action and observation of the bird transect."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class TransectAction(VerifiedAction):
    """Read a page of the notebook, or report the counts."""

    command: Literal["page", "report"] = Field(
        default="page", description="`page` reads one page, `report` ends the episode"
    )
    page: int = Field(default=1, ge=0, le=20, description="For `page`: its number, from 1")
    counts: dict[str, int] = Field(
        default_factory=dict, description="For `report`: the count of every asked species"
    )


class TransectObservation(VerifiedObservation):
    """What the desk shows."""

    pages: int = Field(default=0, description="How many passes were walked: one page each")
    species: list[str] = Field(default_factory=list, description="The species to report")
    page: int = Field(default=0, description="The number of the page that is open, 0 for none")
    lines: list[str] = Field(default_factory=list, description="The lines of the open page")
    note: str = Field(default="", description="Why the last action could not be done")
    steps_left: int = Field(default=0, description="Actions that remain")
