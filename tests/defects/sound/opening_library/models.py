"""The action and the observation of the opening library."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class LibrarianAction(VerifiedAction):
    """The name to write on the card."""

    name: str = Field(default="", max_length=80, description="The name of the opening alone")


class CardObservation(VerifiedObservation):
    """A card of the catalogue whose name is missing."""

    moves: str = Field(default="", description="The moves on the card")
    form: str = Field(default="", description="How they are written: score sheet, bare or in words")
    result: str = Field(default="", description="`right` or `wrong`, after the answer")
