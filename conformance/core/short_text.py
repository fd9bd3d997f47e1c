"""Short forms of long values: Python source that makes the same value, and texts for people."""

from __future__ import annotations

import re
from typing import Any

# A unit of at most 20 characters that is repeated at least 20 times.
_REPETITION = re.compile(r"(.{1,20}?)\1{19,}", re.DOTALL)
_LONG = 60


def python_source(value: Any) -> str:
    """Python source of plain data, in which repetitions are multiplications.

    python_source({"word": "a" * 1000000})    # {'word': 'a' * 1000000}
    """
    if isinstance(value, str):
        return _string_source(value)
    if isinstance(value, dict):
        items = (f"{python_source(key)}: {python_source(item)}" for key, item in value.items())
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list):
        if len(value) >= _LONG and all(_same(item, value[0]) for item in value[1:]):
            return f"[{python_source(value[0])}] * {len(value)}"
        return "[" + ", ".join(map(python_source, value)) + "]"
    if isinstance(value, float) and (value != value or value in (float("inf"), -float("inf"))):
        return f"float({str(value)!r})"
    return repr(value)


def shorten(text: str, longest: int = 1000) -> str:
    """A text in which repetitions and, beyond `longest` characters, the middle are left out."""

    def count(match: re.Match[str]) -> str:
        unit = match[1]
        if len(match[0]) < _LONG:
            return match[0]
        return f"{unit * 3}...[{unit!r} {len(match[0]) // len(unit):,} times]"

    text = _REPETITION.sub(count, text) if len(text) > _LONG else text
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]} ...[{len(text) - 2 * half:,} characters]... {text[-half:]}"


def _string_source(text: str) -> str:
    if len(text) < _LONG:
        return repr(text)
    parts, end = [], 0
    for match in _REPETITION.finditer(text):
        if len(match[0]) < _LONG:
            continue
        if match.start() > end:
            parts.append(repr(text[end : match.start()]))
        parts.append(f"{match[1]!r} * {len(match[0]) // len(match[1])}")
        end = match.end()
    if end < len(text) or not parts:
        parts.append(repr(text[end:]))
    return " + ".join(parts)


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and bool(left == right) and repr(left) == repr(right)
