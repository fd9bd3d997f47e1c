"""Read the answer in a text and compare it with the right number."""

from __future__ import annotations

import re

TOLERANCE = 1e-6
_TAG = re.compile(r"<answer>(.*?)</answer>", re.DOTALL | re.IGNORECASE)


def read_number(text: str) -> float | None:
    """The number in the only answer tag of a text."""
    found = _TAG.findall(text)
    if len(found) != 1:
        return None
    try:
        return float(found[0].strip().replace(",", ""))
    except ValueError:
        return None


def is_right(value: float | None, target: float) -> bool:
    """Whether a value is the target, up to the relative tolerance."""
    if value is None:
        return False
    return abs(value - target) <= TOLERANCE * max(1.0, abs(target))
