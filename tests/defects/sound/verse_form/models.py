"""A draft, and what the editor says."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class VerseAction(Action):
    """A poem."""

    poem: str = Field(
        default="", max_length=2000, description="The lines, with line breaks between"
    )


class VerseObservation(Observation):
    """The request, and the editor's report on the last draft."""

    form: str = Field(default="", description="haiku or limerick")
    topic: str = Field(default="", description="A word that must occur")
    bank: dict[str, list[str]] = Field(
        default_factory=dict, description="Words that may be used, as `syllables/rhyme` -> words"
    )
    report: dict[str, bool] = Field(default_factory=dict, description="Which rules the draft meets")
    drafts_left: int = Field(default=0, description="Drafts that remain")


class VerseState(State):
    """The public state."""

    form: str = Field(default="haiku", description="Form of the poem")
