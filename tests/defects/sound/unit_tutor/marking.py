"""Read the number of an answer and mark it."""

from __future__ import annotations

import re

TOLERANCE = 0.01
_ANSWER = re.compile(
    r"answer:\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?)\s*([a-z0-9]*)\s*\.?\s*\Z",
    re.IGNORECASE,
)


def read_answer(text: str, unit: str) -> float | None:
    """The number after `Answer:` at the end of a reply; None without one or in another unit."""
    found = _ANSWER.search(text)
    if found is None or len(re.findall("answer:", text, re.IGNORECASE)) != 1:
        return None
    if found[2] and found[2].lower() != unit:
        return None
    return float(found[1])


def is_right(given: float | None, wanted: float) -> bool:
    """Whether an answer is within one per cent of the result."""
    if given is None:
        return False
    return abs(given - wanted) <= TOLERANCE * abs(wanted)
