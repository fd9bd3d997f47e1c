"""Action and observation of the titration bench."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class BenchAction(Action):
    """Deliver base, take a fresh sample, or report."""

    kind: Literal["add", "fresh", "report"] = Field(default="add", description="What to do")
    ml: float = Field(
        default=0.0,
        ge=0.0,
        le=20.0,
        allow_inf_nan=False,
        description="For add: millilitres of base",
    )
    molarity: float = Field(
        default=0.0,
        ge=0.0,
        le=10.0,
        allow_inf_nan=False,
        description="For report: mol/L of the acid",
    )


class LogLine(BaseModel):
    """One delivery, as written into the laboratory notebook."""

    sample: int = Field(description="Number of the sample, from 1")
    reading: float = Field(description="Reading of the burette after it, zero error included")
    colour: str = Field(description="Colour of the sample after it")


class BenchObservation(Observation):
    """The bench and the notebook."""

    level: int = Field(default=1)
    acid: str = Field(default="", description="monoprotic or diprotic")
    zero_error: float = Field(default=0.0, description="Reading of the full burette, in mL")
    sample: int = Field(default=1, description="Number of the present sample, from 1")
    fresh_left: int = Field(default=0, description="Fresh samples that remain")
    reading: float = Field(default=0.0, description="Present reading, zero error included")
    colour: str = Field(default="clear")
    notebook: list[LogLine] = Field(default_factory=list)
    actions_left: int = Field(default=0)
    message: str = Field(default="")
