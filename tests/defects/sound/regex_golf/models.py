"""Messages of regex golf."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class GolfAction(Action):
    """Tries or submits a pattern."""

    pattern: str = Field(default="", max_length=500, description="A regular expression")
    submit: bool = Field(default=False, description="Whether this is the final answer")


class GolfObservation(Observation):
    """The words, and how the last pattern did on them."""

    winners: list[str] = Field(default_factory=list, description="Words to match")
    losers: list[str] = Field(default_factory=list, description="Words not to match")
    par: int = Field(default=0, description="Longest pattern that earns the bonus")
    tries_left: int = 0
    feedback: str = ""


class GolfState(State):
    """The public state."""

    split: str = "train"
