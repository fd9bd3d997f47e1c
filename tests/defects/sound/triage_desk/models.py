"""Orders of the doctor and the chart of the patient."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class TriageRoomAction(Action):
    """A test or a diagnosis."""

    kind: str = Field(default="", max_length=20, description="order or diagnose")
    name: str = Field(default="", max_length=60, description="Name of the test or of the disease")


class TriageRoomObservation(Observation):
    """The chart."""

    chart: str = Field(default="", description="Age and complaints of the patient")
    handbook: dict[str, dict[str, str]] = Field(
        default_factory=dict, description="Findings by disease and test"
    )
    results: dict[str, str] = Field(default_factory=dict, description="Results so far")
    message: str = Field(default="", description="Answer to the last action")
    reward_parts: dict[str, float] = Field(default_factory=dict, description="Parts of the reward")


class TriageRoomState(State):
    """The public state."""

    tests: int = Field(default=0, description="Tests that were ordered")
