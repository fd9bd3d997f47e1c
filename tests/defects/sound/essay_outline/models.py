"""Types of the outline checker."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class OutlineAction(Action):
    """An outline."""

    outline: str = Field(default="", max_length=6000, description="Numbered lines, one per section")
    final: bool = Field(default=False, description="Whether this is handed in")


class OutlineObservation(Observation):
    """The assignment and the rubric of the last outline."""

    assignment: str = ""
    points: list[str] = Field(default_factory=list, description="Points to make, with their years")
    max_words: int = 0
    rubric: dict[str, float] = Field(default_factory=dict, description="Score of each criterion")
    drafts_left: int = 0


class OutlineState(State):
    """Public state."""

    topic: str = ""
