"""The action and the observation of the casting desk."""

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class CastingAction(Action):
    """One message to the director."""

    message: str = Field(default="", max_length=300, description="A question, or CAST <name>")


class Voice(BaseModel):
    """One line of the sheet."""

    name: str = Field(description="Name of the actor")
    words: list[str] = Field(description="Age, timbre, accent, pace and register")


class CastingObservation(Observation):
    """The sheet and the director's last reply."""

    roster: list[Voice] = Field(default_factory=list, description="The voices")
    vocabulary: dict[str, list[str]] = Field(default_factory=dict, description="All words")
    reply: str = Field(default="", description="What the director says")
    answers: dict[str, bool] = Field(
        default_factory=dict, description="The words asked so far, and whether they fit"
    )
    questions_left: int = Field(default=0, description="Questions that will still be answered")
