"""Letters with private passages, and how a redaction is judged."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple


class Letter(NamedTuple):
    """A letter.

    Attributes:
        family: Letters of a family are written after the same pattern.
        text: The letter.
        private: The passages that must be blacked out.
    """

    family: int
    text: str
    private: tuple[str, ...]


class Verdict(NamedTuple):
    """How many private words are still readable, and how many others are not."""

    leaked: int
    lost: int


def load() -> list[Letter]:
    """The stored letters."""
    raw = json.loads(Path(__file__).with_name("letters.json").read_text(encoding="utf-8"))
    return [Letter(one["family"], one["text"], tuple(one["private"])) for one in raw]


LETTERS = load()
FAMILIES = sorted({letter.family for letter in LETTERS})


def words(text: str) -> list[tuple[int, int]]:
    """Where the words of a text begin and end; a number counts as a word."""
    return [found.span() for found in re.finditer(r"\w+", text)]


def covered(text: str, passages: tuple[str, ...] | list[str]) -> set[tuple[int, int]]:
    """The words of which at least one letter lies within a passage, wherever it occurs."""
    hidden: set[int] = set()
    for passage in passages:
        place = text.find(passage) if passage else -1
        while place >= 0:
            hidden |= set(range(place, place + len(passage)))
            place = text.find(passage, place + 1)
    return {(start, end) for start, end in words(text) if hidden & set(range(start, end))}


def judge(letter: Letter, passages: list[str]) -> Verdict:
    """Judge a redaction."""
    wanted, found = covered(letter.text, letter.private), covered(letter.text, passages)
    return Verdict(len(wanted - found), len(found - wanted))


def black(text: str, passages: list[str]) -> str:
    """The letter as it leaves the desk."""
    hidden = covered(text, passages)
    return re.sub(r"\w+", lambda found: "█" if found.span() in hidden else found.group(), text)
