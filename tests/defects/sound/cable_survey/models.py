"""Data models of the cable survey."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class CableSurveyAction(Action):
    """A probe."""

    row: int = Field(default=-1, description="Row of the cell, from 0")
    col: int = Field(default=-1, description="Column of the cell, from 0")


class CableSurveyObservation(Observation):
    """The field and the answer to the last probe."""

    rows: int = Field(default=0, description="Rows of the field")
    cols: int = Field(default=0, description="Columns of the field")
    answer: str = Field(default="", description="found, not here or outside")
    distance: int = Field(default=-1, description="Cells to the break; -1 if not known")
    probes: list[list[int]] = Field(
        default_factory=list, description="Row, column and distance of the probes in the field"
    )
    probes_left: int = Field(default=0, description="How many probes remain")
