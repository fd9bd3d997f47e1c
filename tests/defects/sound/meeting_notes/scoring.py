"""Read notes, and compare them with the items that were agreed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .meetings import Item

_LINE = re.compile(r"[-*]?\s*(\w+):\s*(.+?),?\s+by\s+(\w+)\.?", re.IGNORECASE)


def read_notes(notes: str) -> list[Item | None]:
    """An item for every line that is not blank; None for a line that is no action item."""
    lines = [line.strip() for line in notes.splitlines() if line.strip()]
    items: list[Item | None] = []
    for line in lines:
        found = _LINE.fullmatch(line)
        if found is None:
            items.append(None)
            continue
        owner, task, day = found.groups()
        items.append(Item(owner.capitalize(), task.strip().lower(), day.capitalize()))
    return items


def f1(notes: str, agreed: Sequence[Item]) -> float:
    """The F1 of the noted items: 1 if they are exactly those that were agreed."""
    noted = list(dict.fromkeys(read_notes(notes)))
    hits = sum(item in agreed for item in noted)
    if not hits:
        return 0.0
    precision = hits / len(noted)
    recall = min(1.0, hits / len(agreed))
    return 2 * precision * recall / (precision + recall)
