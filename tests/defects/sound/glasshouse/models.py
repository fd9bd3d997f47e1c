"""Messages of the greenhouse."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class WeekAction(Action):
    """What is done in a week."""

    water: int = Field(default=0, description="Litres, 0 to 60")
    heat: bool = Field(default=False, description="Whether the heating runs")


class GlasshouseObservation(Observation):
    """The greenhouse at the beginning of a week."""

    week: int = 0
    moisture: int = Field(default=0, description="Litres in the soil, 0 to 100")
    drying: list[int] = Field(default_factory=list, description="Forecast: litres lost, by week")
    frost: list[bool] = Field(default_factory=list, description="Forecast: frost, by week")
    size: int = Field(default=0, description="Of the crop")
    spent: int = Field(default=0, description="Coins so far")
    note: str = ""


class GlasshouseState(State):
    """The public state."""

    climate: str = "mild"
