"""Patterns: how a row is written, how it is counted, and the collection of the shop."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from hallmark_rl.sdk import hold_out

GARMENTS = ("Sock", "Shawl", "Mitten", "Cowl", "Hat", "Scarf", "Vest", "Blanket")
YARNS = ("grey merino", "moss alpaca", "cream cotton")
DESIGNS = 200  # of each level
HELD_OUT = 50  # of them

# what a technique takes from the needle, and what it leaves
TECHNIQUES = {
    "yo": (0, 1),
    "m1": (0, 1),
    "kfb": (1, 2),
    "k2tog": (2, 1),
    "ssk": (2, 1),
    "sk2p": (3, 1),
}
_REPEAT = re.compile(r"\*(.+)\* x(\d+)")
_PLAIN = re.compile(r"(?:k|p|sl)(\d+)")


@dataclass(frozen=True)
class Pattern:
    """One pattern; the title names the garment and the yarn."""

    title: str
    cast_on: int
    rows: tuple[str, ...]


def _effect(word: str) -> tuple[int, int]:
    if word in TECHNIQUES:
        return TECHNIQUES[word]
    plain = _PLAIN.fullmatch(word)
    if plain is None:
        raise ValueError(f"unknown technique {word!r}")
    return int(plain[1]), int(plain[1])


def _sum(words: list[str]) -> tuple[int, int]:
    effects = [_effect(word) for word in words]
    return sum(taken for taken, _ in effects), sum(left for _, left in effects)


def count_row(before: int, row: str) -> int:
    """The stitches after a row that begins with `before` stitches."""
    taken = left = 0
    for part in row.split("; "):
        if part == "k to end":
            left += before - taken
            taken = before
            continue
        repeat = _REPEAT.fullmatch(part)
        words, times = (repeat[1], int(repeat[2])) if repeat else (part, 1)
        part_taken, part_left = _sum(words.split(", "))
        taken += times * part_taken
        left += times * part_left
    if taken != before:
        raise ValueError(f"the row works {taken} of {before} stitches")
    return left


def counts(pattern: Pattern) -> tuple[int, ...]:
    """The stitches after each row."""
    result = []
    stitches = pattern.cast_on
    for row in pattern.rows:
        stitches = count_row(stitches, row)
        result.append(stitches)
    return tuple(result)


def _draw_row(rng: random.Random, before: int) -> str:
    parts = []
    left = before
    for _ in range(rng.randint(2, 3)):
        words = [f"{rng.choice(('k', 'p', 'sl'))}{rng.randint(1, 4)}"]
        words += rng.choices(sorted(TECHNIQUES), k=rng.randint(1, 2))
        rng.shuffle(words)
        times = rng.choice((1, 1, 2, 3, 4))
        taken = times * _sum(words)[0]
        if taken > left - 1:
            continue
        left -= taken
        text = ", ".join(words)
        parts.append(f"*{text}* x{times}" if times > 1 else text)
    return "; ".join([*parts, "k to end"])


def draw_design(rng: random.Random, rows: int) -> Pattern:
    """A random design, whose yarn is still open."""
    while True:
        cast_on = rng.randint(24, 72)
        stitches, written, seen = cast_on, [], {cast_on}
        for _ in range(rows):
            written.append(_draw_row(rng, stitches))
            stitches = count_row(stitches, written[-1])
            seen.add(stitches)
        if len(seen) == rows + 1:
            return Pattern(rng.choice(GARMENTS), cast_on, tuple(written))


def in_yarns(designs: list[Pattern]) -> list[Pattern]:
    """The designs as the shop sells them: each in every yarn."""
    return [replace(one, title=f"{one.title} in {yarn}") for one in designs for yarn in YARNS]


def collection(level: int) -> tuple[list[Pattern], list[Pattern]]:
    """The patterns of a level: those to train on, and those held out."""
    rng = random.Random(f"knitting collection {level}")
    designs: dict[tuple[str, ...], Pattern] = {}
    while len(designs) < DESIGNS:
        design = draw_design(rng, rows=level)
        designs.setdefault(design.rows, design)
    train, test = hold_out(list(designs.values()), HELD_OUT, seed=level)
    return in_yarns(train), in_yarns(test)
