"""What is said in a mental-arithmetic quiz."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class QuizAction(Action):
    """A reply in free text."""

    text: str = Field(description="the answer as a number, and nothing else")


class QuizObservation(Observation):
    """The question, and how the last reply did."""

    question: str = ""
    feedback: str = ""
