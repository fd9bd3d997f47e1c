"""Messages of the word ladder."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class LadderAction(Action):
    """A ladder."""

    ladder: str = Field(default="", max_length=400, description="Such as `cat cot dot dog`")


class LadderObservation(Observation):
    """The task."""

    start: str = ""
    goal: str = ""
    changes: int = Field(default=0, description="Changes of the shortest ladder")
    words: list[str] = Field(default_factory=list, description="The words that may be used")
    note: str = ""


class LadderState(State):
    """The public state."""

    level: int = 1
    split: str = "train"
    index: int = 0
