"""The file, and the dates that the clerk enters."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CourtAction(Action):
    """The last day of each deadline."""

    due: dict[str, str] = Field(default_factory=dict, description="By case, such as 2031-03-14")


class CourtObservation(Observation):
    """Papers that came in, and the days on which the court is closed."""

    papers: list[dict[str, str]] = Field(
        default_factory=list, description="case, kind of paper, and when the registry got it"
    )
    terms: dict[str, int] = Field(default_factory=dict, description="Working days, by kind")
    holidays: list[str] = Field(default_factory=list)
    note: str = ""


class CourtState(State):
    """The public state."""

    filed: int = 0
