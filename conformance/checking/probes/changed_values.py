"""Actions with one value changed at any depth: extreme numbers, and other spellings of a text."""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action

Path = tuple[str | int, ...]
"""Keys and indices that lead to a value inside an action."""

_ENDS_BEFORE_NUMBER = re.compile(r"""(^|[\s=:,;("'$€£])$""")
_MARK_BEFORE, _MARK_AFTER = re.compile(r"<(\w+)>\s*$|\\boxed\{\s*$"), re.compile(r"\s*(</\w+>|\})")
"""What stands before and after a number that is marked as an answer, such as a tag."""
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
EXTREMES: tuple[Any, ...] = (-1, -1000, 1000, 10**6, -(10**6), 10**9, 10**15, 10**18)
_FLOATS = (0.5, -0.5, 1e-9, 1e100, 1e308, -1e308, math.inf, -math.inf, math.nan)
_TEXT_NUMBERS = ("-1", "-1000", "1000000", "1000000000", "1e308", "0.5", "inf", "-inf", "nan")
_NOT_FINITE: tuple[Any, ...] = (math.nan, math.inf, -math.inf)
_TOO_MANY = 400
"""Digits of a number that is too long."""
"""Digits that Python reads as an infinite float."""
_WRONG: tuple[Any, ...] = (-(10**15), -1, 10**15)


def leaves(action: Action) -> Iterator[tuple[Path, Any]]:
    """The scalars of an action with their paths; not those under `metadata` and `type`."""

    def walk(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
        if isinstance(value, dict):
            for key, inner in value.items():
                if path or key not in ("metadata", "type"):
                    yield from walk(inner, (*path, key))
        elif isinstance(value, list):
            for index, inner in enumerate(value[:3]):
                yield from walk(inner, (*path, index))
        else:
            yield path, value

    yield from walk(action, ())


def with_leaf(action: Action, path: Path, value: Any) -> Action:
    """A copy of an action with another value at a path."""
    changed = copy.deepcopy(action)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def with_extreme_numbers(action: Action) -> Iterator[tuple[str, Action]]:
    """Copies of an action in which one number, also one in a text, is extreme: (name, action)."""
    for path, value in leaves(action):
        name = ".".join(map(str, path))
        if isinstance(value, bool):
            continue
        if isinstance(value, int | float):
            extremes = EXTREMES if isinstance(value, int) else (*EXTREMES, *_FLOATS)
            for extreme in extremes:
                yield f"{name}={extreme!r}", with_leaf(action, path, extreme)
        elif isinstance(value, str) and len(value) <= 200:
            for match in list(_NUMBER.finditer(value))[:3]:
                for number in _TEXT_NUMBERS:
                    text = value[: match.start()] + number + value[match.end() :]
                    yield f"{name}={text!r}", with_leaf(action, path, text)


_WRONG_FORMULAS = ("=12345.678", "=0", "=-1")
_NOT_FINITE_FORMULAS = ("=1/0", "=0/0", "=nan", "=1e308*10", "=1e308*10-1e308*10")
"""Formulas whose value is no finite number, or an error, in the place of one that is right."""


def with_not_finite_numbers(action: Action) -> Iterator[tuple[str, list[Action], list[Action]]]:
    """For each number of an action, also in a text: its name, copies with wrong numbers in its
    place, and copies with NaN and infinities, in a text also with too many digits. A formula, which
    begins with `=`, is exchanged as a whole."""
    for path, value in leaves(action):
        name = ".".join(map(str, path))
        if isinstance(value, int | float) and not isinstance(value, bool):
            wrong, odd = (
                [with_leaf(action, path, type(value)(number)) for number in group]
                for group in (_WRONG, _NOT_FINITE if isinstance(value, float) else ())
            )
            yield name, wrong, odd
        elif isinstance(value, str) and value.lstrip().startswith("="):
            wrong, odd = (
                [with_leaf(action, path, formula) for formula in group]
                for group in (_WRONG_FORMULAS, _NOT_FINITE_FORMULAS)
            )
            yield name, wrong, odd
        elif isinstance(value, str) and len(value) <= 200:
            for match in list(_NUMBER.finditer(value))[:3]:
                before, after = value[: match.start()], value[match.end() :]
                if not (_ENDS_BEFORE_NUMBER.search(before) or _is_marked(before, after)):
                    continue  # a part of something else, as in a regular expression
                first = match[0].lstrip("+-")[:1]  # a verifier may read one digit
                infinite = "2e999" if first == "1" else "1e999"
                long = ("8" if first == "9" else "9") * _TOO_MANY
                wrong, odd = (
                    [with_leaf(action, path, f"{before}{number}{after}") for number in group]
                    for group in (_WRONG, (*_NOT_FINITE, infinite, long, f"-{long}"))
                )
                yield name, wrong, odd


def _is_marked(before: str, after: str) -> bool:
    """Whether the text before and after a number marks it as the answer."""
    return bool(_MARK_BEFORE.search(before) and _MARK_AFTER.match(after))


def spellings(action: Action) -> Iterator[Action]:
    """Copies of an action in which one short text is written in another way."""
    for path, value in leaves(action):
        if isinstance(value, str) and 0 < len(value) <= 80:
            for text in _spellings(value):
                if text != value:
                    yield with_leaf(action, path, text)


def close_numbers(action: Action) -> Iterator[Action]:
    """Copies of an action in which one decimal number, also one in a text, differs a little."""
    for path, value in leaves(action):
        if isinstance(value, float) and math.isfinite(value) and value:
            for distance in _distances(value):
                yield with_leaf(action, path, round(value + distance, 9))
        elif isinstance(value, str) and len(value) <= 80:
            for match in [m for m in _NUMBER.finditer(value) if "." in m[0]][:1]:
                places = len(match[0].partition(".")[2])
                before, after = value[: match.start()], value[match.end() :]
                for distance in (10**-places, -(10**-places)):
                    number = f"{float(match[0]) + distance:.{places}f}"
                    yield with_leaf(action, path, f"{before}{number}{after}")


def _distances(value: float) -> tuple[float, ...]:
    """Small distances from a number: a cent for an amount of cents, else a thousandth of it."""
    step = 0.01 if abs(value) >= 1 and round(value, 2) == value else abs(value) / 1000
    return (step, -step)


def _spellings(text: str) -> Iterator[str]:
    yield from (text.upper(), text.lower(), text.capitalize())
    yield from (f" {text}", f"{text} ", f"{text}\n", f"{text}.", f'"{text}"')
    for match in list(_NUMBER.finditer(text))[:2]:
        number = match[0]
        forms = [f"0{number}", f"+{number}", f"{number}.0", f"{number}.", f"{number}e0"]
        if "." in number:
            forms = [f"{number}0", f"0{number}", f"+{number}"]
        if number.startswith("-"):
            forms = [f"-0{number[1:]}", *forms[2:4]]
        for form in forms:
            yield text[: match.start()] + form + text[match.end() :]
