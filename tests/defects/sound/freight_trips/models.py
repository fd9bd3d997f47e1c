"""The action and the observation of the freight elevator."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class FreightTripsAction(VerifiedAction):
    """A plan: the crates of each trip."""

    trips: list[list[int]] = Field(
        default_factory=list, max_length=20, description="Numbers of crates, such as [[1, 4], [2]]"
    )


class FreightTripsObservation(VerifiedObservation):
    """The crates on the ramp."""

    task: str = ""
    crates: list[str] = Field(default_factory=list, description="Such as `1: 40 kg food`")
    limit: int = Field(default=0, description="Load limit in kg")
    trips: int = Field(default=0, description="Trips that may be made")
    note: str = ""
