"""The action, the observation and the state of the translator."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class NumeralAction(Action):
    """The translation."""

    answer: str = Field(
        default="", max_length=200, description="The translated numeral, and nothing else"
    )


class NumeralObservation(Observation):
    """The numeral to translate."""

    task_id: str = Field(default="", description="Name of the task, for the records")
    prompt: str = Field(default="", description="What to translate")
    verdict: str = Field(default="", description="right or wrong, after the answer")


class NumeralState(State):
    """Public state."""

    split: str = Field(default="train", description="Split of the task")
    mode: str = Field(default="read", description="read or write")
