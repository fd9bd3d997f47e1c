"""Action and observation of the repairs chat."""

from typing import Literal

from openenv.core.env_server import Action, Observation
from pydantic import BaseModel, Field

Trade = Literal["plumber", "electrician", "heating engineer", "carpenter", "pest control"]
Urgency = Literal["now", "today", "this week"]


class ChatAction(Action):
    """A message to the tenant, or the decision."""

    kind: Literal["say", "send"] = Field(default="say", description="Write, or send somebody")
    text: str = Field(default="", max_length=500, description="The message, for kind=say")
    trade: Trade = Field(default="plumber", description="Whom to send, for kind=send")
    urgency: Urgency = Field(default="this week", description="When, for kind=send")


class Message(BaseModel):
    """One message of the chat."""

    by: Literal["tenant", "desk"] = Field(description="Who wrote it")
    text: str = Field(description="What it says")


class ChatObservation(Observation):
    """The chat so far."""

    reference: str = Field(default="", description="Reference of the chat, for the files")
    chat: list[Message] = Field(default_factory=list, description="All messages")
    patience: int = Field(default=0, description="Messages that the tenant will still answer")
