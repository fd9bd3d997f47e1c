"""What is said between an agent and the word game."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class WordsAction(Action):
    """One guess."""

    word: str = Field(max_length=64, description="a lower-case English word of five letters")


class Row(BaseModel):
    """One guess with its marks: g right place, y elsewhere, x absent."""

    word: str
    marks: str


class WordsObservation(Observation):
    """The rows so far."""

    message: str = ""
    rows: list[Row] = Field(default_factory=list)
    attempts_left: int = Field(default=0, ge=0)
    columns: dict[str, float] = Field(default_factory=dict)


class WordsState(State):
    """What the server tells about an episode."""

    attempts_used: int = 0
    solved: bool = False
