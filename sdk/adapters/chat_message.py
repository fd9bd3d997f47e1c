"""`Message`: what an environment with a conversation shows to an agent."""

from __future__ import annotations

from pydantic import BaseModel, Field


class Message(BaseModel):
    """A message of a conversation."""

    role: str = Field(default="user", description="system or user")
    content: str = Field(default="", description="Its text; several parts stand in lines")
    images: list[str] = Field(default_factory=list, description="Addresses of its images")
