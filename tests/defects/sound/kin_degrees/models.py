"""Messages of the genealogy questions."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class KinDegreesAction(VerifiedAction):
    """A kind of cousins: degree 1 and removed 0 are first cousins."""

    degree: int = Field(default=0, ge=0, le=99)
    removed: int = Field(default=0, ge=0, le=99)


class KinDegreesObservation(VerifiedObservation):
    """A family and a question."""

    parents: dict[str, str] = Field(default_factory=dict, description="The parent of each child")
    question: str = ""
    pair: list[str] = Field(default_factory=list, description="The two cousins")
    note: str = ""
