"""Action, observation and state of the spectrometer."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class SpectrometerAction(Action):
    """Scan a window, or name the substance."""

    command: str = Field(default="", max_length=16, description="scan or identify")
    start: int = Field(default=400, ge=0, le=2000, description="For scan: first wavelength in nm")
    substance: str = Field(default="", max_length=40, description="For identify: the substance")


class SpectrometerObservation(Observation):
    """The bench."""

    candidates: dict[str, list[int]] = Field(
        default_factory=dict, description="Substances that it may be, with their lines in nm"
    )
    counts: dict[int, int] = Field(
        default_factory=dict, description="Counts by nm in the last scan"
    )
    scans_left: int = Field(default=0, description="Scans that remain")
    note: str = Field(default="", description="Remark of the instrument")


class SpectrometerState(State):
    """The public state."""

    scans: int = Field(default=0, description="Scans done")
