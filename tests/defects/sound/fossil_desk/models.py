"""The action and the observation of the fossil desk."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class FossilDeskAction(VerifiedAction):
    """An identification."""

    species: str = Field(default="", max_length=40, description="The name of the species")


class FossilDeskObservation(VerifiedObservation):
    """A find on the desk."""

    site: str = Field(default="", description="Where it was found")
    notes: dict[str, str] = Field(
        default_factory=dict, description="What the finder could make out"
    )
    cards: list[str] = Field(default_factory=list, description="Cards of the species in question")
    note: str = Field(default="", description="What the desk says")
