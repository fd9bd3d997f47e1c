"""The overlap of two texts."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

FLOOR = 0.5


def words(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return re.findall(r"\w+", text.lower())


def _f1(answer: Sequence[Any], reference: Sequence[Any]) -> float:
    if not answer or not reference:
        return 0.0
    common = sum((Counter(answer) & Counter(reference)).values())
    return 2 * common / (len(answer) + len(reference))


def overlap(answer: str, reference: str) -> float:
    """The mean F1 of words and of pairs of neighbours, from 0 to 1."""
    said, wanted = words(answer), words(reference)
    pairs_said = list(itertools.pairwise(said))
    pairs_wanted = list(itertools.pairwise(wanted))
    return (_f1(said, wanted) + _f1(pairs_said, pairs_wanted)) / 2


def payment(value: float) -> float:
    """The reward for an overlap."""
    return max(0.0, (value - FLOOR) / (1 - FLOOR))
