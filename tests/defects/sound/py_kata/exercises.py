"""The exercises: text, reference and the family of inputs."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True)
class Exercise:
    """One exercise; `draw(rng, size)` gives the arguments of a call, `size` 0 an edge case."""

    task: str
    head: str
    reference: Callable[..., Any]
    draw: Callable[[Random, int], tuple[Any, ...]]

    @property
    def entry(self) -> str:
        """The name of the function."""
        return self.head[4 : self.head.index("(")]


def _ints(rng: Random, size: int) -> list[int]:
    return [rng.randrange(-9, 30) for _ in range(size)]


def _words(rng: Random, size: int) -> list[str]:
    return ["".join(rng.choices("abcde", k=rng.randrange(1, 6))) for _ in range(size)]


def _text(rng: Random, size: int) -> str:
    return " ".join(_words(rng, size))


def _runs(text: str) -> list[list[Any]]:
    runs: list[list[Any]] = []
    for letter in text:
        if runs and runs[-1][0] == letter:
            runs[-1][1] += 1
        else:
            runs.append([letter, 1])
    return runs


def _longest_rise(items: list[int]) -> int:
    best = length = 0
    for place, item in enumerate(items):
        length = length + 1 if place and item > items[place - 1] else 1
        best = max(best, length)
    return best


def _groups(words: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in words:
        counts[word[0]] = counts.get(word[0], 0) + 1
    return counts


def _best_slice(items: list[int]) -> int:
    best = run = 0
    for item in items:
        run = max(0, run + item)
        best = max(best, run)
    return best


EXERCISES: dict[int, dict[str, Exercise]] = {
    1: {
        "evens": Exercise(
            "Return the sum of the even numbers.",
            "def evens(items):",
            lambda items: sum(i for i in items if i % 2 == 0),
            lambda r, n: (_ints(r, n),),
        ),
        "spread": Exercise(
            "Return the largest minus the smallest number; 0 for an empty list.",
            "def spread(items):",
            lambda items: max(items) - min(items) if items else 0,
            lambda r, n: (_ints(r, n),),
        ),
        "initials": Exercise(
            "Return the first letters of the words, joined.",
            "def initials(words):",
            lambda words: "".join(w[0] for w in words),
            lambda r, n: (_words(r, n),),
        ),
        "above": Exercise(
            "Count the numbers greater than the limit.",
            "def above(items, limit):",
            lambda items, limit: sum(i > limit for i in items),
            lambda r, n: (_ints(r, n), r.randrange(0, 20)),
        ),
        "longest": Exercise(
            "Return the first longest word; an empty string if there is none.",
            "def longest(words):",
            lambda words: max(words, key=len, default=""),
            lambda r, n: (_words(r, n),),
        ),
        "mirror": Exercise(
            "Return the words of the text in reverse order, with single spaces.",
            "def mirror(text):",
            lambda text: " ".join(text.split()[::-1]),
            lambda r, n: (_text(r, n),),
        ),
        "deltas": Exercise(
            "Return the differences of neighbours, later minus earlier.",
            "def deltas(items):",
            lambda items: [b - a for a, b in itertools.pairwise(items)],
            lambda r, n: (_ints(r, n),),
        ),
        "unique": Exercise(
            "Return the words without repetitions, in order of first appearance.",
            "def unique(words):",
            lambda words: list(dict.fromkeys(words)),
            lambda r, n: (_words(r, n) * 2,),
        ),
    },
    2: {
        "runs": Exercise(
            "Return [letter, count] for each run of equal letters.",
            "def runs(text):",
            _runs,
            lambda r, n: ("".join(r.choices("ab ", k=2 * n)),),
        ),
        "rise": Exercise(
            "Return the length of the longest strictly rising run of neighbours; 0 if empty.",
            "def rise(items):",
            _longest_rise,
            lambda r, n: (_ints(r, n),),
        ),
        "groups": Exercise(
            "Return a dict: for each first letter, the number of words.",
            "def groups(words):",
            _groups,
            lambda r, n: (_words(r, n),),
        ),
        "best_slice": Exercise(
            "Return the largest sum of neighbouring numbers; the empty choice counts as 0.",
            "def best_slice(items):",
            _best_slice,
            lambda r, n: (_ints(r, n),),
        ),
        "rotate": Exercise(
            "Return the list rotated to the right by k places.",
            "def rotate(items, k):",
            lambda items, k: items[-k % len(items) :] + items[: -k % len(items)] if items else [],
            lambda r, n: (_ints(r, n), r.randrange(0, 9)),
        ),
        "caesar": Exercise(
            "Shift each letter a-z by k places, around the end; keep other characters.",
            "def caesar(text, k):",
            lambda text, k: "".join(
                chr((ord(c) - 97 + k) % 26 + 97) if c.isalpha() else c for c in text
            ),
            lambda r, n: (_text(r, n), r.randrange(1, 25)),
        ),
    },
}


def find(name: str) -> Exercise:
    """The exercise of that name."""
    return next(level[name] for level in EXERCISES.values() if name in level)
