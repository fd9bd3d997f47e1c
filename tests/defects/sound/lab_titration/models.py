"""What can be done at the bench, and what the instruments show."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class BenchAction(VerifiedAction):
    """Add titrant and read the pH, or report the concentration."""

    op: Literal["dose", "report"] = Field(
        default="dose", description="`dose` adds titrant; `report` ends the titration"
    )
    volume_ml: float = Field(
        default=0.0,
        ge=0.0,
        le=15.0,
        allow_inf_nan=False,
        description="For `dose`: millilitres of titrant; 0 only reads the meter again",
    )
    molar: float = Field(
        default=0.0,
        ge=0.0,
        le=10.0,
        allow_inf_nan=False,
        description="For `report`: the concentration of the acid in mol/L",
    )


class BenchObservation(VerifiedObservation):
    """The bench after an action."""

    sample_ml: float = Field(default=0.0, description="Volume of the acid sample")
    titrant_molar: float = Field(default=0.0, description="Concentration of the base in mol/L")
    added_ml: float = Field(default=0.0, description="Titrant added so far")
    burette_ml: float = Field(default=0.0, description="Titrant left in the burette")
    ph: float = Field(default=7.0, description="The meter's reading, to two decimals")
    meter_error: float = Field(default=0.0, description="Largest error of a reading, in pH units")
    actions_left: int = Field(default=0, description="How many actions remain, the report included")
    note: Literal["", "burette empty", "reported"] = Field(
        default="", description="Set if a dose was larger than the rest, or after the report"
    )
