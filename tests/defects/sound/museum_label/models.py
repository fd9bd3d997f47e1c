"""The action and the observation of the label desk."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class LabelDraft(VerifiedAction):
    """A text that contains one line `LABEL: ...`."""

    text: str = Field(default="", max_length=600, description="Free text with one LABEL line")


class LabelJob(VerifiedObservation):
    """The entry to be translated, and what is known of the piece."""

    entry: str = Field(default="", description="The entry of the old catalogue")
    glossary: list[str] = Field(default_factory=list, description="What its words mean")
    card: dict[str, str] = Field(default_factory=dict, description="The conservator's card")
    pattern: str = Field(default="", description="How a label is worded")
    plate_mm: int = Field(default=0, description="How wide the plate for the label is")
    note: str = Field(default="", description="What became of the draft")
