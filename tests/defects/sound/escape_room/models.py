"""Action and observation of the escape room."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Command(VerifiedAction):
    """One command: `search PLACE`, `unlock chest` or `dial CODE`."""

    text: str = Field(default="", max_length=80, description="The command")


class RoomObservation(VerifiedObservation):
    """What the player knows."""

    story: str = Field(default="", description="What the last command did")
    places: list[str] = Field(default_factory=list, description="Places that can be searched")
    searched: list[str] = Field(default_factory=list, description="Places that have nothing more")
    inventory: list[str] = Field(default_factory=list, description="Things that you carry")
    plates: dict[str, str] = Field(
        default_factory=dict, description="The digits found, by their position from 1"
    )
    digits: int = Field(default=0, description="How many digits the code has")
    chest_open: bool = Field(default=False, description="Whether the chest was unlocked")
    minutes: int = Field(default=0, description="Minutes since the room was closed")
