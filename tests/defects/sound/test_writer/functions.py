"""Functions, their specifications and faulty versions of them."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Task:
    """A function to be tested."""

    name: str
    spec: str
    kinds: tuple[type, ...]
    correct: Callable[..., Any]
    faulty: tuple[Callable[..., Any], ...]


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


TASKS = [
    Task(
        "clamp",
        "clamp(x, low, high): x, but at least low and at most high (integers, low <= high)",
        (int, int, int),
        lambda x, low, high: max(low, min(high, x)),
        (
            lambda x, low, high: max(low, x),
            lambda x, low, high: min(high, x),
            lambda x, low, high: max(low, min(high - 1, x)),
            lambda x, low, high: max(low, min(high, abs(x))),
        ),
    ),
    Task(
        "is_leap",
        "is_leap(year): True if the year is a leap year of the Gregorian calendar",
        (int,),
        _leap,
        (
            lambda year: year % 4 == 0,
            lambda year: year % 4 == 0 and year % 100 != 0,
            lambda year: year % 400 == 0,
            lambda year: year % 2 == 0 and (year % 100 != 0 or year % 400 == 0),
        ),
    ),
    Task(
        "digit_sum",
        "digit_sum(n): the sum of the decimal digits of the integer n; the sign does not matter",
        (int,),
        lambda n: sum(int(c) for c in str(abs(n))),
        (
            lambda n: sum(int(c) for c in str(abs(n))[:2]),
            lambda n: sum(int(c) for c in str(n) if c != "-") * (-1 if n < 0 else 1),
            lambda n: abs(n) % 9,
            lambda n: len(str(abs(n))),
        ),
    ),
    Task(
        "rotate",
        "rotate(s, k): the string s with its first k characters moved to the end; k is taken "
        "modulo the length, and an empty string stays empty",
        (str, int),
        lambda s, k: s[k % len(s) :] + s[: k % len(s)] if s else "",
        (
            lambda s, k: s[k:] + s[:k],
            lambda s, k: s[-k % len(s) :] + s[: -k % len(s)] if s else "",
            lambda s, k: s[k % len(s) :] + s[: k % len(s)],
            lambda s, k: s[k % len(s) :] if s else "",
        ),
    ),
    Task(
        "gcd",
        "gcd(a, b): the greatest common divisor of two integers, never negative; gcd(0, 0) is 0",
        (int, int),
        math.gcd,
        (
            lambda a, b: math.gcd(a, b) or 1,
            lambda a, b: min(abs(a), abs(b)),
            lambda a, b: math.gcd(a, b) * (-1 if a < 0 else 1),
            lambda a, b: 1,
        ),
    ),
    Task(
        "title_words",
        "title_words(s): the number of words of s (split at white space) that begin with an "
        "upper-case letter",
        (str,),
        lambda s: sum(w[0].isupper() for w in s.split()),
        (
            lambda s: len(s.split()),
            lambda s: sum(c.isupper() for c in s),
            lambda s: sum(w.isupper() for w in s.split()),
            lambda s: sum(w[:1].isupper() for w in s.split(" ")) if "\n" not in s else 0,
        ),
    ),
]


def parse(line: str, task: Task) -> tuple[tuple[Any, ...], Any] | None:
    """Arguments and expected value of a test; None if it is not well formed."""
    try:
        tree = ast.parse(line.strip(), mode="eval").body
        if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
            return None
        call = tree.left
        if not isinstance(tree.ops[0], ast.Eq) or not isinstance(call, ast.Call) or call.keywords:
            return None
        if not isinstance(call.func, ast.Name) or call.func.id != task.name:
            return None
        arguments = tuple(ast.literal_eval(argument) for argument in call.args)
        expected = ast.literal_eval(tree.comparators[0])
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return None
    return (arguments, expected) if tuple(map(type, arguments)) == task.kinds else None


def holds(function: Callable[..., Any], test: tuple[tuple[Any, ...], Any]) -> bool:
    """Whether a version of the function passes a test."""
    arguments, expected = test
    try:
        value = function(*arguments)
    except Exception:
        return False
    return type(value) is type(expected) and bool(value == expected)
