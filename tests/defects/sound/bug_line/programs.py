"""Listings with one wrong line."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

# Source lines with their comments, and for some lines what a careless programmer may write instead.
PROGRAMS: list[tuple[str, list[tuple[str, str]], dict[int, list[str]]]] = [
    (
        "list int",
        [
            ("def NAME(values, limit):", "sum of the values above the limit"),
            ("    total = 0", "nothing is added yet"),
            ("    for v in values:", "visit every value"),
            ("        if v > limit:", "only values above the limit"),
            ("            total += v", "add the value"),
            ("    return total", "the sum"),
        ],
        {
            1: ["    total = 1"],
            2: ["    for v in values[1:]:"],
            3: ["        if v < limit:"],
            4: ["            total += limit", "            total -= v"],
            5: ["    return total + 1"],
        },
    ),
    (
        "list int",
        [
            ("def NAME(values, step):", "every step-th value, doubled"),
            ("    picked = []", "start empty"),
            ("    for i in range(0, len(values), step):", "positions from 0 in steps"),
            ("        picked.append(values[i] * 2)", "double the value there"),
            ("    return picked", "all that was picked"),
        ],
        {
            2: ["    for i in range(1, len(values), step):", "    for i in range(0, len(values)):"],
            3: ["        picked.append(values[i] + 2)", "        picked.append(i * 2)"],
            4: ["    return picked[:-1]"],
        },
    ),
    (
        "list",
        [
            ("def NAME(values):", "the largest value and how often it occurs"),
            ("    best = values[0]", "the first value, for now"),
            ("    for v in values:", "visit every value"),
            ("        if v > best:", "a larger one"),
            ("            best = v", "keep it"),
            ("    return best, values.count(best)", "value and count"),
        ],
        {
            1: ["    best = 99"],
            2: ["    for v in values[:2]:"],
            3: ["        if v < best:"],
            4: ["            best += 1"],
            5: ["    return best, len(values)"],
        },
    ),
    (
        "word",
        [
            ("def NAME(word):", "the number of vowels, and the word reversed"),
            ("    vowels = 0", "none seen yet"),
            ("    for letter in word:", "visit every letter"),
            ("        if letter in 'aeiou':", "a vowel"),
            ("            vowels += 1", "count it"),
            ("    return vowels, word[::-1]", "count and reversed word"),
        ],
        {
            1: ["    vowels = len(word)"],
            2: ["    for letter in word[2:]:"],
            3: ["        if letter not in 'aeiou':"],
            4: ["            vowels += 2", "            vowels = 1"],
            5: ["    return vowels, word[::-2]"],
        },
    ),
    (
        "list int",
        [
            ("def NAME(values, size):", "sums of neighbouring values, at most size of them"),
            ("    sums = []", "start empty"),
            ("    for a, b in zip(values, values[1:]):", "every neighbouring pair"),
            ("        sums.append(a + b)", "sum of the pair"),
            ("    sums = sums[:size]", "cut to the size"),
            ("    return sums", "the sums"),
        ],
        {
            1: ["    sums = [0]"],
            2: ["    for a, b in zip(values, values[2:]):"],
            3: ["        sums.append(a - b)", "        sums.append(a * b)"],
            4: ["    sums = sums[size:]"],
        },
    ),
]
NAMES = [
    "tally",
    "gather",
    "collect",
    "scan",
    "digest",
    "measure",
    "inspect",
    "review",
    "reduce",
    "survey",
]
WORDS = ["banana", "orchestra", "keyboard", "umbrella", "mountain", "lantern", "radio", "oceanic"]


@dataclass(frozen=True)
class Task:
    """One listing, a failing call and the wrong line."""

    listing: str
    report: str
    line: int


def _arguments(kind: str, rng: Random) -> tuple[Any, ...]:
    values = [rng.randint(1, 20) for _ in range(rng.randint(4, 7))]
    if kind == "word":
        return (rng.choice(WORDS),)
    return (values,) if kind == "list" else (values, rng.randint(2, 4))


def _call(source: list[str], name: str, arguments: tuple[Any, ...]) -> str:
    space: dict[str, Any] = {}
    exec("\n".join(source), space)
    return repr(space[name](*arguments))


def make(seed: str, functions: int) -> Task:
    """A listing of some functions; one line of one of them is wrong."""
    rng = Random(seed)
    chosen = rng.sample(PROGRAMS, functions)
    names = rng.sample(NAMES, functions)
    guilty = rng.randrange(functions)
    listing: list[str] = []
    report, line = "", 0
    for number, ((kind, rows, slips), name) in enumerate(zip(chosen, names, strict=True)):
        source = [f"{code}  # {comment}".replace("NAME", name) for code, comment in rows]
        if number == guilty:
            at = rng.choice(sorted(slips))
            wrong = rng.choice(slips[at])
            good = list(source)
            source[at] = f"{wrong}  # {rows[at][1]}"
            line = len(listing) + at + 1
            while not report:
                given = _arguments(kind, rng)
                want, got = _call(good, name, given), _call(source, name, given)
                if want != got:
                    shown = ", ".join(map(repr, given))
                    report = f"{name}({shown}) returned {got}; it should return {want}"
        listing += [*source, ""]
    shown_lines = [f"{i:2} | {text}" for i, text in enumerate(listing[:-1], 1)]
    return Task("\n".join(shown_lines), report, line)
