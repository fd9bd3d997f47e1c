"""The action and the observation of Courier Route."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class RouteAction(VerifiedAction):
    """A tour."""

    stops: list[str] = Field(
        default_factory=list,
        max_length=16,
        description="The names of all customers in the order of the visits, without the depot",
    )


class RouteObservation(VerifiedObservation):
    """The order sheet of the day."""

    level: int = Field(default=0, description="Difficulty, from 1")
    depot: list[int] = Field(
        default_factory=list,
        description="Where the tour starts and ends: kilometres east and north",
    )
    customers: dict[str, list[int]] = Field(
        default_factory=dict, description="Where the customers are: kilometres east and north"
    )
    note: str = Field(default="", description="Why the tour was refused, if it was")
