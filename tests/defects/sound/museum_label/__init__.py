"""Museum label: translate a catalogue entry into an English label."""

from .models import LabelDraft, LabelJob

__all__ = ["LabelDraft", "LabelJob"]
