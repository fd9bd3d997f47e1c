"""Letters with personal data in known places, redactions, and their grade."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

FIRST = ("Anna", "Boris", "Clara", "David", "Edith", "Felix", "Greta", "Henrik", "Ines", "Jonas")
LAST = ("Almeida", "Bergstrom", "Castell", "Dunmore", "Ekholm", "Farkas", "Grunwald", "Hollis")
STREETS = ("Mill Lane", "Harbour Street", "Linden Road", "Chapel Walk", "Quarry Hill")
OFFICIALS = ("Mayor Whitcombe", "Judge Okafor", "Inspector Lindqvist")
MONTHS = ("January", "March", "April", "June", "August", "October")

# Personal data stand in braces.
SENTENCES = (
    "On {event}, {name} complained to {official} about the noise near {address}.",
    "The complaint is filed as {file}; {name}, born {birth}, is the only witness.",
    "{official} asked to be called back under {phone} before {event}.",
    "A copy of {file} was sent to {email} and to {address}.",
    "According to {name}, the works began on {event} without a permit.",
    "{name} can be reached under {phone} or at {email}.",
    "Only {official} may open {file}.",
    "The flat at {address} belongs to {name}, born {birth}.",
)
PERSONAL = ("name", "address", "phone", "email", "birth")
SIZES = {1: 2, 2: 4, 3: 6}
BLACK = "\u2588"


@dataclass(frozen=True)
class Letter:
    """A text, and the (start, end) of the personal data in it."""

    text: str
    personal: tuple[tuple[int, int], ...]


def values(rng: Random) -> dict[str, str]:
    """The facts of one sentence."""
    first, last = rng.choice(FIRST), rng.choice(LAST)
    return {
        "name": f"{first} {last}",
        "address": f"{rng.randint(2, 98)} {rng.choice(STREETS)}",
        "phone": f"0{rng.randint(20, 89)}-{rng.randint(100, 999)}-{rng.randint(1000, 9999)}",
        "email": f"{first.lower()}.{last.lower()}@example.org",
        "birth": f"{rng.randint(1, 28)} {rng.choice(MONTHS)} {rng.randint(1940, 2001)}",
        "official": rng.choice(OFFICIALS),
        "file": f"file {rng.choice('ABC')}-{rng.randint(1000, 9999)}/{rng.randint(10, 25)}",
        "event": f"{rng.randint(1, 28)} {rng.choice(MONTHS)} {rng.randint(2019, 2024)}",
    }


def new_letter(rng: Random, level: int, form: str) -> Letter:
    """A letter of some sentences; at least two of them hold personal data."""
    kinds = rng.sample(SENTENCES[:6], 2) + rng.sample(SENTENCES, SIZES[level] - 2)
    text = "MEMO\n\n" if form == "memo" else "Dear readers,\n\n"
    personal = []
    for number, pattern in enumerate(kinds, 1):
        facts = values(rng)
        text += f"{number}. " if form == "memo" else ""
        for piece in pattern.replace("{", "\0{").replace("}", "}\0").split("\0"):
            key = piece[1:-1] if piece.startswith("{") else ""
            content = facts.get(key, piece)
            if key in PERSONAL:
                personal.append((len(text), len(text) + len(content)))
            text += content
        text += "\n"
    return Letter(text, tuple(personal))


def occurrences(text: str, passage: str) -> Iterable[tuple[int, int]]:
    """The places of a passage in a text, overlapping ones too."""
    start = text.find(passage)
    while start >= 0:
        yield start, start + len(passage)
        start = text.find(passage, start + 1)


def blacked_out(text: str, passages: Sequence[str]) -> set[int]:
    """The positions that the passages cover."""
    covered: set[int] = set()
    for passage in filter(None, (passage.strip() for passage in passages)):
        for start, end in occurrences(text, passage):
            covered.update(range(start, end))
    return covered


def publish(text: str, covered: set[int]) -> str:
    """The text as the public sees it."""
    return "".join(BLACK if place in covered else sign for place, sign in enumerate(text))


def grade(letter: Letter, passages: Sequence[str]) -> float:
    """The share of personal data that is blacked out, less twice what should be legible."""
    personal = _signs(letter.text, letter.personal)
    covered = hidden = 0
    for start, end in _runs(blacked_out(letter.text, passages)):
        run = _signs(letter.text, [(start, end)])
        covered += len(run & personal)
        hidden += len(run - personal)
    return min(1.0, max(0.0, (covered - 2 * hidden) / len(personal)))


def _signs(text: str, places: Iterable[tuple[int, int]]) -> set[int]:
    """The positions in these places that hold a letter or a digit."""
    return {i for start, end in places for i in range(start, end) if text[i].isalnum()}


def _runs(covered: set[int]) -> list[tuple[int, int]]:
    """The covered positions as runs without a gap."""
    runs: list[tuple[int, int]] = []
    for place in sorted(covered):
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs
