"""Evidence of the author: a translator who reads the card, and drafts that must earn nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .catalogue import PATTERN, pieces
from .models import LabelDraft, LabelJob

Policy = Callable[[Any, LabelJob], LabelDraft]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": tuple(PATTERN)}

_ENTRY = re.compile(r"(\w+) ex (\w+)(?: c\. (\w+))?, (\w+), (s \w+)")
_SENSE = re.compile(r"'(.+)' if the card says (.+): (.+)")


def _english(seen: LabelJob, word: str) -> str:
    """The meaning of a word, for the findings on the card."""
    meaning = next(line for line in seen.glossary if line.startswith(f"{word}: "))
    meaning = meaning.removeprefix(f"{word}: ")
    if "if the card says" not in meaning:
        return meaning
    senses = (_SENSE.fullmatch(part).groups() for part in meaning.split("; "))
    return next(english for english, topic, finding in senses if seen.card[topic] == finding)


def oracle(env: Any, observation: LabelJob) -> LabelDraft:
    """Look up every word of the entry, and word the label after the pattern."""
    thing, material, decor, place, century = _ENTRY.fullmatch(observation.entry).groups()
    ornament = f" with {_english(observation, decor)}" if decor else ""
    label = (
        f"{_english(observation, material)} {_english(observation, thing)}{ornament}, "
        f"{_english(observation, century)}, from {_english(observation, place)}"
    )
    return LabelDraft(text=f"LABEL: {label}")


def null(env: Any, observation: LabelJob) -> LabelDraft:
    """Send no draft."""
    return LabelDraft()


def actions() -> st.SearchStrategy[LabelDraft]:
    """Labels of pieces, and other texts."""
    labels = st.sampled_from([piece.label() for piece in pieces(1, 40)])
    return st.one_of(labels.map(lambda text: f"LABEL: {text}"), st.text(max_size=20)).map(
        lambda text: LabelDraft(text=text)
    )


def invalid() -> list[LabelDraft]:
    """Drafts that are never right."""
    return [LabelDraft(text=text) for text in ("", "LABEL:", "LABEL: vase", "label: x\nLABEL:")]


def secrets(env: Any) -> list[str]:
    """The right label."""
    return [env.reveal().label.reveal()]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Drafts without a translation."""
    yield "entry", lambda env, seen: LabelDraft(text=f"LABEL: {seen.entry}")
    yield "glossary", lambda env, seen: LabelDraft(text=("LABEL: " + " ".join(seen.glossary))[:600])
    yield "two-labels", lambda env, seen: LabelDraft(text="LABEL: vase\nLABEL: storage jar")
