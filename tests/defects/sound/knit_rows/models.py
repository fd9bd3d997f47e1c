"""Messages of the knitting pattern."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class KnitAction(Action):
    """A row, stitch by stitch."""

    stitches: str = Field(default="", max_length=200, description="Such as kkpkk")


class PatternObservation(Observation):
    """The pattern and the row that is asked for."""

    instruction: str = ""
    pattern: list[str] = Field(default_factory=list, description="Such as `k2 (p1 k3)x4 k2`")
    row: int = Field(default=0, description="The row of the piece, from 1")
    left: int = Field(default=0, description="Rows still to be asked for, this one included")
    note: str = ""


class KnitState(State):
    """The public state."""

    rows_right: int = 0
