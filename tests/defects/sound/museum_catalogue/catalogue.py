"""The catalogue of the museum and the questions of its visitors."""

from __future__ import annotations

from random import Random
from typing import NamedTuple


class Entry(NamedTuple):
    """An object of the museum."""

    title: str
    maker: str
    year: str
    material: str
    room: str


_COLOURS = ("Red", "Blue", "Gilded", "Black", "White", "Green")
_THINGS = ("Vase", "Clock", "Mask", "Bowl", "Globe", "Harp")
_MAKERS = (
    "Ida Lund",
    "Tomas Reyes",
    "Mei Arai",
    "Jonas Falk",
    "Sara Okoye",
    "Pavel Novak",
    "Lea Blanc",
)
_MATERIALS = ("bronze", "walnut", "porcelain", "glass", "silver", "marble", "ivory")
_ASK = {
    "maker": "Who made the {}?",
    "year": "In which year was the {} made?",
    "material": "What is the {} made of?",
    "room": "In which room is the {}?",
}


def _entries() -> tuple[Entry, ...]:
    rng = Random("museum catalogue")
    entries = [
        Entry(
            f"{colour} {thing}",
            rng.choice(_MAKERS),
            str(rng.randint(1650, 1930)),
            rng.choice(_MATERIALS),
            str(rng.randint(1, 12)),
        )
        for colour in _COLOURS
        for thing in _THINGS
    ]
    rng.shuffle(entries)
    return tuple(entries)


ENTRIES = _entries()
_ALL = [
    (ask.format(entry.title), getattr(entry, field))
    for entry in ENTRIES
    for field, ask in _ASK.items()
]
Random("museum questions").shuffle(_ALL)
QUESTIONS = {"train": tuple(_ALL[:100]), "test": tuple(_ALL[100:])}


def search(word: str) -> str:
    """Numbers and titles of the entries whose title contains the word."""
    word = word.strip().lower()
    hits = [f"{k} {e.title}" for k, e in enumerate(ENTRIES) if word and word in e.title.lower()]
    return "; ".join(hits[:8]) or "nothing found"


def show(number: str) -> str:
    """The entry with a number."""
    text = number.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and int(text) < len(ENTRIES)):
        return "no such entry"
    e = ENTRIES[int(text)]
    return f"{e.title}. Maker: {e.maker}. Year: {e.year}. Material: {e.material}. Room: {e.room}."
