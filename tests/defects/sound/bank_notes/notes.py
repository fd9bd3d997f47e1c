"""Genuine notes and forged ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

THREADS = {10: "blue", 20: "green", 50: "red", 100: "gold"}
MARKS = {10: "heron", 20: "oak", 50: "bridge", 100: "crown"}
DRAWER = 8


@dataclass(frozen=True)
class Note:
    """A bank note."""

    value: int
    serial: str
    thread: str
    mark: str

    def __str__(self) -> str:
        paper = f"{self.thread} thread, watermark {self.mark}"
        return f"{self.value} crowns, serial {self.serial}, {paper}"


def check_digit(digits: str) -> int:
    """The last digit of a serial number."""
    return sum(int(d) * (2 if place % 2 else 1) for place, d in enumerate(digits)) % 10


def genuine(rng: Random) -> Note:
    """A note as the mint makes it."""
    value = rng.choice(list(THREADS))
    digits = "".join(str(rng.randrange(10)) for _ in range(6))
    return Note(
        value, f"{rng.choice('ABCDEF')}{digits}{check_digit(digits)}", THREADS[value], MARKS[value]
    )


def forged(rng: Random) -> Note:
    """A note with one fault."""
    note = genuine(rng)
    fault = rng.choice(("serial", "thread", "mark"))
    if fault == "serial":
        last = (int(note.serial[-1]) + rng.randrange(1, 10)) % 10
        return replace(note, serial=f"{note.serial[:-1]}{last}")
    if fault == "thread":
        return replace(note, thread=rng.choice([t for t in THREADS.values() if t != note.thread]))
    return replace(note, mark=rng.choice([m for m in MARKS.values() if m != note.mark]))


def drawer(rng: Random) -> list[tuple[Note, bool]]:
    """Eight notes, each with whether it is forged."""
    bad = rng.choice((3, 4, 5))
    notes = [(genuine(rng), False) for _ in range(DRAWER - bad)]
    notes += [(forged(rng), True) for _ in range(bad)]
    rng.shuffle(notes)
    return notes
