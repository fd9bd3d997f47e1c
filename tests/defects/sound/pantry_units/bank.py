"""The stored problems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """A wording of a problem.

    Attributes:
        problem: The name of the problem; its wordings share it.
        level: 1 or 2.
        question: The sum in words.
        answer: The right number.
    """

    problem: str
    level: int
    question: str
    answer: int


def load() -> tuple[Row, ...]:
    """All rows, in the order of the file."""
    path = Path(__file__).with_name("problems.json")
    return tuple(Row(**row) for row in json.loads(path.read_text(encoding="utf-8")))


ROWS = load()
LEVELS = (1, 2)


def number(text: str) -> int | None:
    """The number in an answer, or None if it is none."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() else None
