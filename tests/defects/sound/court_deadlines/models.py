"""Action and observation of the deadline calculator."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class FilingDate(Action):
    """The last day on which the paper can be filed."""

    date: str = Field(default="", max_length=40, description="The date as YYYY-MM-DD")


class CaseNote(Observation):
    """The case."""

    served: str = Field(default="", description="When the decision was served, as YYYY-MM-DD")
    weekday: str = Field(default="", description="The day of the week of the service")
    days: int = Field(default=0, description="The length of the period in days")
    counting: str = Field(
        default="", description="`calendar`: every day counts; `court`: only working days count"
    )
    holidays: list[str] = Field(
        default_factory=list, description="The holidays of these weeks, as YYYY-MM-DD"
    )
    attempts_left: int = Field(default=0, description="How many attempts remain")
    message: str = Field(default="", description="How the last date compares with the deadline")
