"""What a roster clerk sees and hands in."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Driver(BaseModel):
    """A driver on shift."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(description="First name, unique in the day")
    signs_on: str = Field(description="Start of the shift, HH:MM")
    signs_off: str = Field(description="End of the shift, HH:MM")
    licences: list[str] = Field(description="Kinds of bus that the driver may drive")
    most_minutes: int = Field(description="Most minutes at the wheel on this day")


class Duty(BaseModel):
    """One piece of work: a bus from pull-out to pull-in."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int = Field(description="The number of the duty")
    bus: str = Field(description="Kind of bus")
    starts: str = Field(description="HH:MM")
    ends: str = Field(description="HH:MM")


class RosterAction(VerifiedAction):
    """The whole roster, handed in once."""

    roster: dict[str, str] = Field(
        default_factory=dict,
        max_length=40,
        description='The driver of every duty by its number, such as {"101": "Asha"}',
    )


class RosterObservation(VerifiedObservation):
    """The day to be rostered."""

    drivers: list[Driver] = Field(default_factory=list, description="Drivers on shift")
    duties: list[Duty] = Field(default_factory=list, description="Duties, by start")
    rest_minutes: int = Field(
        default=0, description="Fewest minutes between two duties of one driver"
    )
    problem: str = Field(default="", description="After the end: the first rule that was broken")
