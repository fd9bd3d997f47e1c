"""Messages of the apiary."""

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ApiaryAction(VerifiedAction):
    """The count at the end of the season."""

    count: str = Field(default="", max_length=200, description="Such as `A=12 B=30 C=0`")


class ApiaryObservation(VerifiedObservation):
    """The keeper's log."""

    title: str = Field(default="", description="Year and valley")
    start: dict[str, list[int]] = Field(default_factory=dict, description="Hive: bees, supers")
    log: list[str] = Field(default_factory=list, description="The log, in order")
    note: str = ""
