"""What the provisioner decides and sees."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class GlacierTrekAction(VerifiedAction):
    """Buy rations before the start, or spend a day."""

    kind: Literal["buy", "walk", "camp"] = Field(
        default="camp", description="buy rations (only before the first day), walk, or camp"
    )
    rations: int = Field(default=0, description="How many rations to buy")


class GlacierTrekObservation(VerifiedObservation):
    """The party in the morning."""

    day: int = Field(default=0, description="Days that have passed")
    stage: int = Field(default=0, description="Stages walked")
    stages: int = Field(default=0, description="Stages to the hut")
    rations: int = Field(default=0, description="Rations in the sledge")
    money: int = Field(default=0, description="Money that is left")
    price: int = Field(default=0, description="The price of a ration")
    forecast: list[str] = Field(
        default_factory=list, description="The weather of each coming day: clear or storm"
    )
    drop_in: int = Field(default=-1, description="Days until the airdrop; -1 if it is over")
    drop: int = Field(default=0, description="Rations in the airdrop")
    note: str = Field(default="", description="What happened")
