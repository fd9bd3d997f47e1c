"""What is said between an agent and the programming tasks."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CodeAction(Action):
    """One program."""

    source: str = Field(max_length=20_000, description="Python that defines the function asked for")


class CodeObservation(Observation):
    """The task, and how the last program did."""

    message: str = ""
    prompt: str = ""
    entry: str = ""
    attempts_left: int = 0


class CodeState(State):
    """What the server tells about an episode."""

    attempts_used: int = 0
