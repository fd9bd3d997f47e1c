"""The action and the observation of the email task."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class EmailDraftAction(Action):
    """The reply."""

    draft: str = Field(default="", max_length=4000, description="The text of the reply")


class EmailDraftObservation(Observation):
    """The mail and the file; after the reply what it lacked."""

    mail: str = Field(default="", description="What the customer wrote")
    customer: str = Field(default="", description="How the customer is addressed")
    file: dict[str, str] = Field(default_factory=dict, description="The facts of the order")
    word_limit: int = Field(default=0, description="How many words the reply may have")
    problems: list[str] = Field(default_factory=list, description="What the reply lacked")
