"""The tasks: a prompt, inputs to draw, and the expected result, never told to the child."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any


@dataclass(frozen=True)
class Task:
    """One function to write."""

    entry: str
    prompt: str
    draw: Callable[[random.Random], list[Any]]
    expected: Callable[..., Any]
    solution: str


def _numbers(rng: random.Random) -> list[int]:
    return [rng.randint(-9, 9) for _ in range(rng.randint(3, 8))]


def _word(rng: random.Random) -> str:
    return "".join(rng.choice("abcdeABCDE") for _ in range(rng.randint(3, 9)))


FIXED = (
    Task(
        "mirror",
        "Write mirror(text): the text followed by itself reversed.",
        lambda rng: [_word(rng)],
        lambda text: text + text[::-1],
        "def mirror(text):\n    return text + text[::-1]\n",
    ),
    Task(
        "count_upper",
        "Write count_upper(text): how many upper-case letters there are, as an int.",
        lambda rng: [_word(rng)],
        lambda text: sum(c.isupper() for c in text),
        "def count_upper(text):\n    return sum(1 for c in text if c.isupper())\n",
    ),
    Task(
        "spread",
        "Write spread(numbers): the largest number minus the smallest.",
        lambda rng: [_numbers(rng)],
        lambda numbers: max(numbers) - min(numbers),
        "def spread(numbers):\n    return max(numbers) - min(numbers)\n",
    ),
    Task(
        "runs",
        "Write runs(numbers): the number of maximal runs of equal neighbours.",
        lambda rng: [[rng.randint(0, 2) for _ in range(rng.randint(3, 9))]],
        lambda numbers: 1 + sum(a != b for a, b in pairwise(numbers)),
        "def runs(numbers):\n    count = 1\n    for i in range(1, len(numbers)):\n"
        "        if numbers[i] != numbers[i - 1]:\n            count += 1\n    return count\n",
    ),
)


def _multiples(k: int) -> Task:
    return Task(
        "multiples",
        f"Write multiples(numbers): the sum of the numbers that {k} divides.",
        lambda rng: [[n * rng.choice((1, k)) for n in _numbers(rng)]],
        lambda numbers: sum(n for n in numbers if n % k == 0),
        f"def multiples(numbers):\n    return sum(n for n in numbers if n % {k} == 0)\n",
    )


def _rotate(k: int) -> Task:
    return Task(
        "rotate",
        f"Write rotate(numbers): the list turned {k} places to the left.",
        lambda rng: [_numbers(rng)],
        lambda numbers: numbers[k % len(numbers) :] + numbers[: k % len(numbers)],
        f"def rotate(numbers):\n    k = {k} % len(numbers)\n    return numbers[k:] + numbers[:k]\n",
    )


def _shift(k: int) -> Task:
    return Task(
        "shift",
        f"Write shift(numbers): every number times {k}, in reverse order.",
        lambda rng: [_numbers(rng)],
        lambda numbers: [k * n for n in reversed(numbers)],
        f"def shift(numbers):\n    return [{k} * n for n in reversed(numbers)]\n",
    )


TASKS = FIXED + tuple(make(k) for k in range(2, 12) for make in (_multiples, _rotate, _shift))
