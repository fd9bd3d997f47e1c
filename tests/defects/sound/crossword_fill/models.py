"""Action and observation of the crossword."""

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class Entry(BaseModel):
    """One entry of the crossword."""

    name: str = Field(description="Such as 1A")
    clue: str = Field(description="The clue")
    row: int = Field(description="Row of the first letter, from 0")
    column: int = Field(description="Column of the first letter, from 0")
    length: int = Field(description="How many letters")


class CrosswordFillAction(Action):
    """Write a word into an entry; an empty word rubs the entry out."""

    entry: str = Field(default="", max_length=8, description="Name of the entry, such as 1A")
    word: str = Field(default="", max_length=20, description="The word, or nothing to rub it out")


class CrosswordFillObservation(Observation):
    """The grid as it is filled."""

    grid: list[str] = Field(default_factory=list, description="# black, . empty, letters")
    entries: list[Entry] = Field(default_factory=list, description="The entries and their clues")
    note: str = Field(default="", description="What became of the last word")
    turns_left: int = Field(default=0, description="Turns that remain")
