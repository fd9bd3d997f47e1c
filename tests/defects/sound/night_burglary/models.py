"""Action, observation and state of Night Burglary."""

from typing import Literal

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field


class BurglaryAction(Action):
    """Examine a room, or accuse a suspect, which closes the case."""

    kind: Literal["examine", "accuse"] = Field(default="examine", description="What to do")
    target: str = Field(default="", max_length=40, description="A room, or a suspect's name")


class Suspect(BaseModel):
    """A person in the house that night."""

    name: str = Field(description="Name")
    shoe: int = Field(description="Size of the shoes")
    hand: str = Field(description="Right or left, or both")
    hair: str = Field(description="Colour of the hair")
    smokes: str = Field(description="What the person smokes")
    height: str = Field(description="Build")


class BurglaryObservation(Observation):
    """The case file."""

    case_number: int = Field(default=0, description="The number of the case in the archive")
    level: int = Field(default=0, description="Difficulty, from 1")
    suspects: list[Suspect] = Field(default_factory=list, description="One of them did it")
    rooms: list[str] = Field(default_factory=list, description="The rooms to examine")
    visits_left: int = Field(default=0, description="How many rooms can still be examined")
    traces: dict[str, str] = Field(default_factory=dict, description="What was found, by room")
    steps_left: int = Field(default=0, description="How many actions remain")
    message: str = Field(default="", description="What happened")


class BurglaryState(State):
    """Public facts about the episode."""

    level: int = Field(default=0, description="Difficulty, from 1")
    split: str = Field(default="", description="train or test")
