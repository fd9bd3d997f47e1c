"""Drafts and feedback."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class RewriteRoomAction(Action):
    """A draft."""

    draft: str = Field(default="", max_length=400, description="The rewritten sentence")


class RewriteRoomObservation(Observation):
    """The task and what the editor says about the last draft."""

    sentence: str = Field(default="", description="The sentence to rewrite")
    banned: str = Field(default="", description="The letter that must not occur")
    longest: int = Field(
        default=0, description="Characters that the draft may have, final period not counted"
    )
    thesaurus: list[list[str]] = Field(
        default_factory=list, description="For each word what may stand in its place"
    )
    feedback: list[str] = Field(
        default_factory=list, description="What is wrong with the last draft"
    )
    drafts_left: int = Field(default=0, description="Drafts that are left")
