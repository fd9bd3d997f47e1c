"""The tasks: a description, a reference, edge cases, and a generator of arguments."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True)
class Task:
    """A function to write."""

    text: str
    reference: Callable[..., Any]
    edges: list[list[Any]]
    draw: Callable[[Random], list[Any]]


def _ints(rng: Random) -> list[Any]:
    return [[rng.randint(-9, 9) for _ in range(rng.randint(4, 9))]]


def _word(rng: Random) -> list[Any]:
    return ["".join(rng.choice("aabbcde") for _ in range(rng.randint(5, 12)))]


def _pairs(rng: Random) -> list[Any]:
    half = _word(rng)[0]
    letters = rng.sample(half * 2, len(half) * 2)
    return ["".join(letters)] if rng.random() < 0.5 else ["".join(letters) + "xyz"]


def _runs(text: str) -> list[list[Any]]:
    out: list[list[Any]] = []
    for c in text:
        if out and out[-1][0] == c:
            out[-1][1] += 1
        else:
            out.append([c, 1])
    return out


def _gap(numbers: list[int]) -> int:
    ordered = sorted(numbers)
    return max([b - a for a, b in itertools.pairwise(ordered)], default=0)


def _digits(number: int) -> int:
    while number > 9:
        number = sum(int(c) for c in str(number))
    return number


def _rotate(numbers: list[int], by: int) -> list[int]:
    by = by % len(numbers) if numbers else 0
    return numbers[by:] + numbers[:by]


NO_LIST, NO_TEXT = [[[]], [[5]]], [[""], ["a"]]
TASKS = [
    Task(
        "solve(numbers): the sum of the squares of the even numbers.",
        lambda x: sum(n * n for n in x if n % 2 == 0),
        NO_LIST,
        _ints,
    ),
    Task(
        "solve(numbers): the list without repetitions, in order of first occurrence.",
        lambda x: list(dict.fromkeys(x)),
        NO_LIST,
        _ints,
    ),
    Task(
        "solve(numbers): the largest gap between neighbours of the sorted list; 0 if there is "
        "none.",
        _gap,
        NO_LIST,
        _ints,
    ),
    Task(
        "solve(text): the runs of equal characters as a list of [character, length].",
        _runs,
        NO_TEXT,
        _word,
    ),
    Task(
        "solve(text): the characters that occur exactly once, sorted, as one string.",
        lambda t: "".join(sorted(c for c in set(t) if t.count(c) == 1)),
        NO_TEXT,
        _word,
    ),
    Task(
        "solve(text): True if at most one character occurs an odd number of times, else False.",
        lambda t: sum(t.count(c) % 2 for c in set(t)) <= 1,
        [[""], ["ab"]],
        _pairs,
    ),
    Task(
        "solve(number): the repeated sum of the decimal digits until one digit remains.",
        _digits,
        [[0], [9]],
        lambda rng: [rng.randint(10, 10**9)],
    ),
    Task(
        "solve(numbers, by): the list rotated to the left by `by` places (negative: to the right).",
        _rotate,
        [[[], 3], [[5], 0]],
        lambda rng: [*_ints(rng), rng.randint(-12, 12)],
    ),
    Task(
        "solve(numbers): the running maxima, a list of the same length.",
        lambda x: [max(x[: i + 1]) for i in range(len(x))],
        NO_LIST,
        _ints,
    ),
    Task(
        "solve(text): a dictionary from every character to the index of its last occurrence.",
        lambda t: {c: i for i, c in enumerate(t)},
        NO_TEXT,
        _word,
    ),
]
