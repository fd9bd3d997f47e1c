"""Messages of the depot."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class RobotAction(Action):
    """A command for the robot."""

    command: str = Field(default="", max_length=40, description="Such as north, pick or drop")


class DepotObservation(Observation):
    """The depot; cells are (row, column)."""

    robot: tuple[int, int] = (0, 0)
    carries: str = Field(default="", description="The parcel on the robot")
    parcels: dict[str, tuple[int, int]] = Field(
        default_factory=dict, description="Where the other parcels lie"
    )
    bays: dict[str, tuple[int, int]] = Field(default_factory=dict)
    shelves: list[tuple[int, int]] = Field(default_factory=list)
    delivered: int = 0
    steps_left: int = 0
    note: str = ""


class DepotState(State):
    """The public state."""

    parcels: int = 2
