"""What the desk says, and what it hears."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class DeskAction(VerifiedAction):
    """One line at the desk: a question to the customer, or the order slip."""

    text: str = Field(
        default="",
        max_length=300,
        description="`ask cover`, or `order cover=calf; paper=laid; ...` with every open item",
    )


class DeskObservation(VerifiedObservation):
    """The order slip, and the last reply."""

    level: int = Field(default=0, description="Difficulty, from 1")
    items: list[str] = Field(default_factory=list, description="The items that the slip needs")
    menu: dict[str, list[str]] = Field(
        default_factory=dict,
        description="What the workshop can do for each item, in the alphabet's order",
    )
    talk: list[str] = Field(default_factory=list, description="`item: what the customer said`")
    reply: str = Field(default="", description="The answer to the last line")
    lines_left: int = Field(default=0, description="How many lines may still be said")
