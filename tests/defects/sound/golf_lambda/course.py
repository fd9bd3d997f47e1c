"""The holes of the course."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True)
class Hole:
    """A task with a solution that is par."""

    text: str
    par: str
    draw: Callable[[Random], list[Any]]

    @property
    def solve(self) -> Callable[..., Any]:
        """The solution as a function."""
        return eval(self.par)  # our own text


def _numbers(rng: Random) -> list[Any]:
    return [[rng.randint(-50, 50) for _ in range(rng.randint(3, 6))]]


def _word(rng: Random) -> list[Any]:
    return ["".join(rng.choice("abcdeiou") for _ in range(rng.randint(4, 9)))]


def _words(rng: Random) -> list[Any]:
    return [" ".join(_word(rng)[0] for _ in range(rng.randint(2, 3)))]


def _one(rng: Random) -> list[Any]:
    return [rng.randint(10, 9999)]


def _two(rng: Random) -> list[Any]:
    return [rng.randint(10, 200), rng.randint(10, 200)]


HOLES = {
    "train": (
        Hole("Sum of the squares of the numbers.", "lambda a:sum(x*x for x in a)", _numbers),
        Hole("The even numbers, in order.", "lambda a:[x for x in a if x%2<1]", _numbers),
        Hole("The word backwards.", "lambda s:s[::-1]", _word),
        Hole(
            "How many of the letters are vowels (aeiou).",
            "lambda s:sum(c in'aeiou'for c in s)",
            _word,
        ),
        Hole("Sum of the decimal digits.", "lambda n:sum(map(int,str(n)))", _one),
        Hole("Largest minus smallest number.", "lambda a:max(a)-min(a)", _numbers),
        Hole("The number in binary, as text without prefix.", "lambda n:bin(n)[2:]", _one),
        Hole("The words in reverse order.", "lambda s:' '.join(s.split()[::-1])", _words),
        Hole("Absolute difference of the two numbers.", "lambda a,b:abs(a-b)", _two),
        Hole("The running sums.", "lambda a:[sum(a[:i+1])for i in range(len(a))]", _numbers),
    ),
    "test": (
        Hole(
            "Every number doubled, in reverse order.", "lambda a:[x*2 for x in a[::-1]]", _numbers
        ),
        Hole("The letters of the word sorted, as text.", "lambda s:''.join(sorted(s))", _word),
        Hole(
            "Product of the decimal digits' sum and the number.",
            "lambda n:n*sum(map(int,str(n)))",
            _one,
        ),
        Hole("The lengths of the words.", "lambda s:[*map(len,s.split())]", _words),
        Hole(
            "Sum of all integers from 1 to the product of both.", "lambda a,b:a*b*(a*b+1)//2", _two
        ),
    ),
}


def cases(hole: Hole, rng: Random, count: int) -> list[tuple[list[Any], Any]]:
    """Different calls and their results."""
    found: dict[str, tuple[list[Any], Any]] = {}
    while len(found) < count:
        args = hole.draw(rng)
        found[repr(args)] = (args, hole.solve(*args))
    return list(found.values())
