"""Lines of verse in a metre: `/` is a stressed syllable, `x` an unstressed one."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

FEET = {"iambic": "x/", "trochaic": "/x", "anapaestic": "xx/", "dactylic": "/xx"}
LENGTHS = {"trimeter": 3, "tetrameter": 4, "pentameter": 5}
METRES = tuple(f"{kind} {length}" for kind in FEET for length in LENGTHS)

# Syllables are divided by "-"; the stressed one is in capitals.
WORDS = {
    "x": ["the", "a", "and", "of", "to", "in", "my", "his", "her", "with", "for", "on"],
    "/": [
        "MOON",
        "SEA",
        "NIGHT",
        "WIND",
        "STONE",
        "FIRE",
        "SHIP",
        "BELL",
        "ROSE",
        "SNOW",
        "KING",
        "SONG",
        "DREAM",
        "STAR",
        "ROAD",
    ],
    "/x": [
        "RIV-er",
        "WIN-ter",
        "SIL-ver",
        "MOR-ning",
        "GAR-den",
        "WAN-der",
        "GOLD-en",
        "SHAD-ow",
        "MOUN-tain",
    ],
    "x/": ["a-WAY", "be-LOW", "a-LONE", "de-LIGHT", "a-SLEEP", "re-TURN", "be-FORE", "be-YOND"],
    "/xx": ["MEL-o-dy", "WIL-der-ness", "YES-ter-day", "MEM-o-ry", "WAN-der-ing"],
    "xx/": ["un-der-NEATH", "in-ter-WOVE", "un-a-WARE", "o-ver-HEAD"],
    "x/x": ["re-MEM-ber", "to-MOR-row", "for-GOT-ten", "De-CEM-ber"],
}


class Line(NamedTuple):
    """A line, its metre, and the number of its broken foot, from 1 (0 if none is broken)."""

    text: str
    metre: str
    broken: int


def stresses_of(metre: str) -> list[str]:
    """The feet of a metre."""
    kind, length = metre.split()
    return [FEET[kind]] * LENGTHS[length]


def fill(rng: Random, stresses: str) -> str:
    """Words that have these stresses."""
    words = []
    while stresses:
        fitting = [pattern for pattern in WORDS if stresses.startswith(pattern)]
        pattern = rng.choice(fitting)
        choices = [word for word in WORDS[pattern] if not words or word != words[-1]]
        words.append(rng.choice(choices))
        stresses = stresses[len(pattern) :]
    return " ".join(words)


def make_line(rng: Random, metre: str, *, broken: bool) -> Line:
    """A line in the metre; a broken line has one foot backwards, never the first."""
    feet = stresses_of(metre)
    place = 0
    if broken:
        place = rng.randrange(1, len(feet))
        feet[place] = feet[place][::-1]
        place += 1
    return Line(fill(rng, "".join(feet)), metre, place)


def scan(text: str) -> str:
    """The stresses of a line as it is written."""
    syllables = [part for word in text.split() for part in word.split("-")]
    return "".join("/" if part.isupper() else "x" for part in syllables)


def analyse(text: str) -> tuple[str, int]:
    """The metre that fits with at most one broken foot, and the number of that foot."""
    found = scan(text)
    for metre in METRES:
        feet = stresses_of(metre)
        size = len(feet[0])
        if len(found) != size * len(feet):
            continue
        wrong = [
            number + 1
            for number, foot in enumerate(feet)
            if found[number * size : (number + 1) * size] != foot
        ]
        if len(wrong) <= 1:
            return metre, wrong[0] if wrong else 0
    return "", 0
