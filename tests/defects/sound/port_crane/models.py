"""The action and the observation of the port crane."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class PortCraneAction(VerifiedAction):
    """One order to the crane."""

    kind: Literal["load", "aside", "sail"] = Field(default="sail", description="What to do")
    bay: int = Field(default=1, ge=1, le=9, description="The bay to lift from; not used by `sail`")


class PortCraneObservation(VerifiedObservation):
    """The yard, the ship and the clock."""

    bays: list[list[str]] = Field(
        default_factory=list,
        description="For each bay from 1 its containers, the top first, as `value/lift minutes`",
    )
    crane: int = Field(default=0, description="Where the crane is; 0 is the ship")
    clock: int = Field(default=0, description="Minutes since the start")
    departure: int = Field(default=0, description="The minute in which the ship leaves")
    on_board: int = Field(default=0, description="Total value on board")
    note: str = Field(default="", description="What the last order did")
