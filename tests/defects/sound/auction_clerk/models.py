"""What the clerk reads, and the report."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class ClerkAction(VerifiedAction):
    """The report on the evening, handed in once."""

    report: str = Field(
        default="",
        max_length=1000,
        description="Three lines: `sold: 1, 4`, `passed: 2` and `withdrawn: none`",
    )


class Lot(BaseModel):
    """A lot of the catalogue."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int = Field(description="The number of the lot")
    title: str = Field(description="What was given, and by whom")
    reserve: int = Field(description="The least that it may be sold for, in pounds")


class ClerkObservation(VerifiedObservation):
    """The catalogue and the log of the evening."""

    catalogue: list[Lot] = Field(default_factory=list, description="The lots")
    log: list[str] = Field(default_factory=list, description="What was said, in order")
    readable: bool = Field(default=False, description="After the end: whether the form was kept")
