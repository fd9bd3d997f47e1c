"""Messages and readings."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class OvenTuneAction(Action):
    """What is typed at the panel."""

    message: str = Field(default="", max_length=200, description="kp=.. ki=.. kd=.., or stop")


class OvenTuneObservation(Observation):
    """What the panel shows."""

    text: str = ""
    trials_left: int = 0
    trace: list[float] = Field(default_factory=list, description="°C every 30 seconds")
    overshoot: float | None = None
    settled: int | None = None
    ripple: float | None = None
