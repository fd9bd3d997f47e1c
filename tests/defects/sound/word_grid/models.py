"""Messages of the crossword filler."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class WordGridAction(VerifiedAction):
    """A filling."""

    words: dict[str, str] = Field(
        default_factory=dict, max_length=12, description="The word of each slot, such as A1: STONE"
    )


class WordGridObservation(VerifiedObservation):
    """The diagram and the list of words."""

    instruction: str = ""
    diagram: list[str] = Field(default_factory=list, description="`.` is a cell, `#` is black")
    slots: list[str] = Field(default_factory=list, description="A across by row, D down by column")
    words: list[str] = Field(default_factory=list, description="In alphabetical order")
    note: str = ""
