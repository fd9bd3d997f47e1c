"""Action and observation of Konane."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Jump(VerifiedAction):
    """One jump, such as `b3-b5`."""

    jump: str = Field(
        default="",
        max_length=12,
        description="From square, a hyphen, to square: column and row, such as `b3-b5`",
    )


class Stones(VerifiedObservation):
    """The board when it is your turn."""

    rows: list[str] = Field(
        default_factory=list,
        description="The board from row 1: x are your stones, o are the opponent's, . is empty",
    )
    jumps: list[str] = Field(
        default_factory=list, description="Every jump that you can make on this board"
    )
    reply: str = Field(default="", description="The opponent's last jump")
    message: str = Field(default="", description="Who has won, at the end")
