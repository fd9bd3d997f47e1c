"""Action and observation of the blood bank."""

from typing import Any

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class BloodBankAction(Action):
    """The decision about one order."""

    units: list[str] = Field(
        default_factory=list, max_length=20, description="Labels of the units to issue"
    )
    refer: bool = Field(default=False, description="Send the order on to the regional centre")


class BloodBankObservation(Observation):
    """The order of the ward and the contents of the fridge."""

    patient: dict[str, Any] = Field(
        default_factory=dict, description="Group, antibodies and special orders"
    )
    needed: int = Field(default=0, description="How many units the ward orders")
    fridge: list[dict[str, Any]] = Field(default_factory=list, description="The units at hand")
    message: str = Field(default="", description="What the desk says")
