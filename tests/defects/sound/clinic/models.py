"""What is said between an agent and the clinic."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ClinicAction(Action):
    """Ask about a symptom, order a test, or name the illness."""

    kind: Literal["ask", "test", "diagnose"] = Field(description="what to do")
    target: str = Field(max_length=40, description="a symptom or an illness of the list")


class ClinicObservation(Observation):
    """What is known about the patient."""

    message: str = ""
    symptoms: list[str] = Field(default_factory=list)
    illnesses: list[str] = Field(default_factory=list)
    findings: dict[str, bool] = Field(default_factory=dict)
    visits_left: int = 0


class ClinicState(State):
    """What the server tells about an episode."""

    tests: int = 0
