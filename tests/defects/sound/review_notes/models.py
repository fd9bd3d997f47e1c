"""Comments and the file."""

from __future__ import annotations

from pydantic import BaseModel, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ReviewAction(VerifiedAction):
    """A comment, or the end of the review."""

    op: str = Field(default="", max_length=16, description="comment or submit")
    line: int = Field(default=0, ge=0, le=999, description="The number of the line")
    kind: str = Field(default="", max_length=32, description="The kind of the defect")
    message: str = Field(
        default="", max_length=300, description="What the author of the code should know"
    )


class Comment(BaseModel):
    """A comment that was made."""

    line: int = 0
    kind: str = ""
    message: str = ""


class ReviewObservation(VerifiedObservation):
    """The file and the comments so far."""

    lines: list[str] = Field(
        default_factory=list, description="The file; the first line has number 1"
    )
    comments: list[Comment] = Field(default_factory=list, description="The comments so far")
    note: str = Field(default="", description="Set if the last action was no comment")
    steps_left: int = Field(default=0, description="Steps until the review ends")
