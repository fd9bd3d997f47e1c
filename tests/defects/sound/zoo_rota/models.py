"""The action and the observation of the feeding rota."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ZooRotaAction(VerifiedAction):
    """A rota."""

    rota: str = Field(default="", max_length=600, description="Such as `lion Ana 8; otter Ben 9`")


class ZooRotaObservation(VerifiedObservation):
    """The day, and the draft of the office."""

    trained: dict[str, list[str]] = Field(
        default_factory=dict, description="Who may feed an animal"
    )
    hours: dict[str, list[int]] = Field(default_factory=dict, description="When an animal may eat")
    draft: str = Field(default="", description="The rota that the office sent")
    problems: int = Field(default=0, description="Rules that the last rota breaks")
    note: str = Field(default="", description="Whether the last rota could be read")
