"""Types of the museum."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class MuseumGuardAction(Action):
    """What the guard does for the next ten minutes."""

    command: str = Field(default="", max_length=20, description="go, wait or check")
    room: str = Field(default="", max_length=20, description="For go: the neighbouring room")


class Duty(BaseModel):
    """A line of the duty sheet."""

    room: str
    opens: str = Field(description="First time at which a check counts, HH:MM")
    closes: str = Field(description="Last time at which a check counts, HH:MM")
    status: str = Field(description="open, done or missed")


class MuseumGuardObservation(Observation):
    """What the guard knows."""

    time: str = ""
    room: str = ""
    doors: list[str] = Field(default_factory=list, description="Neighbouring rooms")
    sheet: list[Duty] = Field(default_factory=list, description="The duty sheet")
    note: str = ""


class MuseumGuardState(State):
    """Public state."""

    level: str = "calm"
    checked: int = 0
