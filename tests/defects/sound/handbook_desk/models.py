"""The action and the observation of Handbook Desk."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class HandbookDeskAction(VerifiedAction):
    """One move: search the handbook, open a document, or answer the question."""

    kind: Literal["search", "open", "answer"] = Field(
        default="search", description="`search`, `open` or `answer`; `answer` ends the episode"
    )
    text: str = Field(default="", max_length=120, description="The words to search for")
    document: str = Field(
        default="", max_length=12, description="The document to open, or the one to cite"
    )
    number: int = Field(default=0, ge=0, le=999, description="The answer to the question")


class Hit(BaseModel):
    """A document that a search found."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    document: str = Field(description="The id of the document, to open or cite it")
    title: str = Field(description="The title of the document")
    snippet: str = Field(description="A stretch of the text around a word of the query")


class HandbookDeskObservation(VerifiedObservation):
    """The question, and the result of the last move."""

    question: str = Field(default="", description="What somebody wants to know")
    hits: list[Hit] = Field(default_factory=list, description="Result of a search, best first")
    body: str = Field(default="", description="Text of the document that was opened")
    moves_left: int = Field(default=0, description="How many moves remain")
    note: Literal["", "no words", "no such document"] = Field(
        default="", description="Why the last move did nothing, if it did nothing"
    )
