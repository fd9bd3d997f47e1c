"""The action and the observation of the scales."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ScalesAction(VerifiedAction):
    """One weighing, or the answer."""

    act: Literal["weigh", "name"] = Field(default="weigh", description="weigh, or name the coin")
    left: list[int] = Field(default_factory=list, max_length=14, description="Coins on the left")
    right: list[int] = Field(default_factory=list, max_length=14, description="Coins on the right")
    coin: int = Field(default=0, ge=0, le=27, description="The false coin, for `name`")
    kind: Literal["heavy", "light"] = Field(default="heavy", description="How it is false")


class ScalesObservation(VerifiedObservation):
    """The log of the weighings."""

    coins: int = Field(default=0, description="How many coins there are, numbered from 1")
    may_be_light: bool = Field(default=False, description="Whether the false coin may be light")
    log: list[str] = Field(default_factory=list, description="Every weighing, as `1,2 / 3,4: left`")
    pointer: Literal["", "left", "right", "level"] = Field(
        default="", description="The heavier pan of the last weighing"
    )
    note: str = Field(default="", description="Why the scales refused, if they did")
