"""The functions, and the replacements that make faulty variants of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Function:
    """A correct function; every fault replaces one text of its source by another."""

    name: str
    source: str
    faults: tuple[tuple[str, str], ...]

    def reference(self) -> Any:
        """The correct function."""
        return self._compiled(self.source)

    def variants(self) -> list[Any]:
        """The faulty functions."""
        return [self._compiled(self.source.replace(old, new, 1)) for old, new in self.faults]

    def _compiled(self, source: str) -> Any:
        space: dict[str, Any] = {}
        exec(source, space)
        return space[self.name]


def _function(source: str, *faults: tuple[str, str]) -> Function:
    source = source.strip() + "\n"
    assert all(old in source for old, _ in faults)
    return Function(source[4 : source.index("(")], source, faults)


_CLAMP = """
def clamp(x, low, high):
    if x < low:
        return low
    if x > high:
        return high
    return x
"""
_SIGN = """
def sign(x):
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0
"""
_LEAP = """
def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
"""
_MEDIAN = """
def median3(a, b, c):
    return sorted([a, b, c])[1]
"""
_GRADE = """
def grade(points):
    if points >= 90:
        return "A"
    if points >= 75:
        return "B"
    if points >= 50:
        return "C"
    return "F"
"""
_TRIANGLE = """
def is_triangle(a, b, c):
    return a + b > c and a + c > b and b + c > a
"""
_INITIALS = """
def initials(name):
    return "".join(part[0].upper() for part in name.split())
"""
_SECOND = """
def second_largest(items):
    values = sorted(set(items))
    return values[-2] if len(values) > 1 else None
"""
_VOWELS = """
def count_vowels(text):
    return sum(letter in "aeiou" for letter in text.lower())
"""
_TRIM = """
def trim_zeros(items):
    while items and items[0] == 0:
        items = items[1:]
    while items and items[-1] == 0:
        items = items[:-1]
    return items
"""
_RUNS = """
def longest_run(items):
    best = current = 0
    last = None
    for item in items:
        current = current + 1 if current and item == last else 1
        last = item
        best = max(best, current)
    return best
"""
_PALINDROME = """
def is_palindrome(text):
    letters = [c for c in text.lower() if c.isalnum()]
    return letters == letters[::-1]
"""

FUNCTIONS: dict[str, dict[int, list[Function]]] = {
    "train": {
        1: [
            _function(
                _CLAMP,
                ("return low", "return x"),
                ("return high", "return x"),
                ("return x", "return low"),
                ("x < low", "x > low"),
            ),
            _function(
                _SIGN,
                ("return 1", "return x"),
                ("return -1", "return 1"),
                ("return 0", "return 1"),
                ("x > 0", "x > 1"),
                ("x < 0", "x < -1"),
            ),
            _function(
                _LEAP,
                ("% 4 ==", "% 2 =="),
                (" or year % 400 == 0", ""),
                ("year % 100 != 0 or ", ""),
                ("and (year % 100 != 0 or year % 400 == 0)", ""),
            ),
            _function(
                _GRADE,
                (">= 90", "> 90"),
                (">= 75", "> 75"),
                (">= 50", "> 50"),
                ('"F"', '"C"'),
                (">= 75", ">= 70"),
            ),
        ],
        2: [
            _function(
                _INITIALS,
                (".upper()", ""),
                ("part[0]", "part[-1]"),
                ('"".join', '".".join'),
                ("name.split()", "[name]"),
            ),
            _function(
                _SECOND,
                ("set(items)", "items"),
                ("values[-2]", "values[1]"),
                ("else None", "else values[0]"),
                ("values[-2]", "values[-1]"),
            ),
            _function(
                _VOWELS,
                (".lower()", ""),
                ('"aeiou"', '"aeio"'),
                ('"aeiou"', '"aeiouy"'),
                ("sum(", "any("),
            ),
            _function(
                _TRIM,
                ("items[0] == 0", "items[0] == -1"),
                ("items[-1] == 0", "items[-1] == -1"),
                ("return items", "return [i for i in items if i]"),
                ("items[1:]", "items[2:]"),
            ),
        ],
    },
    "test": {
        1: [
            _function(
                _MEDIAN,
                ("[1]", "[0]"),
                ("[1]", "[2]"),
                ("sorted(", "list("),
                ("[a, b, c]", "[a, a, c]"),
            ),
            _function(
                _TRIANGLE,
                ("a + b > c", "True"),
                ("a + c > b", "True"),
                ("b + c > a", "True"),
                ("> c", ">= c"),
            ),
        ],
        2: [
            _function(
                _RUNS,
                ("best = max(best, current)", "best = current"),
                (" if current and item == last else 1", ""),
                ("best = current = 0", "best = current = 1"),
                ("else 1", "else 0"),
            ),
            _function(
                _PALINDROME,
                (".lower()", ""),
                (" if c.isalnum()", ""),
                ("letters == letters[::-1]", "letters[:1] == letters[-1:]"),
                ("isalnum", "isalpha"),
            ),
        ],
    },
}
