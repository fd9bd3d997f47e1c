"""Action and observation of the adventure."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class CommandAction(VerifiedAction):
    """A command in words."""

    command: str = Field(default="", max_length=80, description="Such as `take lamp`")


class SceneObservation(VerifiedObservation):
    """What the player sees and remembers."""

    text: str = Field(default="", description="What happened, and the room")
    room: str = Field(default="", description="Where the player is")
    items: list[str] = Field(default_factory=list, description="Items that lie here")
    exits: list[str] = Field(default_factory=list, description="Directions")
    carried: list[str] = Field(default_factory=list, description="Items in the hands")
    chest: list[str] = Field(default_factory=list, description="Items in the chest")
    treasures: list[str] = Field(default_factory=list, description="What belongs in the chest")
    journal: dict[str, list[str]] = Field(
        default_factory=dict, description="Visited rooms, and what was last seen lying there"
    )
    unlocked: bool = Field(default=False, description="Whether the trapdoor is open")
    commands_left: int = Field(default=0)
