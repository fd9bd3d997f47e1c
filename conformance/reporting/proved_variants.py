"""The levels, splits and modes that a run proved, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_PLURALS = {"level": "levels", "split": "splits", "mode": ""}


def proved_variants(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """The variants that each property played, if all of them hold.

    Args:
        rows: for each property about variants its verdict and its figures; `variants` among them
            lists the kind and the arguments of what was played, `tasks` counts the tasks that were
            played and those that there are. A property that compares levels with each other lists
            none.

    Returns:
        A text such as `levels 1-5; splits train, test; 8 of 500 tasks`; empty if a property does
        not hold, or nothing was played. Properties that only advise do not count.
    """
    figures = []
    for verdict, found in rows:
        if verdict == "pass":
            figures.append(found)
        elif verdict not in ("should", "excluded"):
            return ""
    played = [
        [_named(*entry) for entry in found["variants"]] for found in figures if "variants" in found
    ]
    common = [entry for entry in next(iter(played), []) if all(entry in one for one in played)]
    parts = []
    for kind, plural in _PLURALS.items():
        names = [name for entry_kind, name in common if entry_kind == kind]
        if names:
            name = plural if len(names) > 1 else kind
            parts.append(", ".join(names) if kind == "mode" else f"{name} {_listed(names)}")
    counts = [found["tasks"] for found in figures if "tasks" in found]
    if counts and counts[0][1]:
        parts.append(f"{min(count for count, _ in counts)} of {counts[0][1]} tasks")
    return "; ".join(parts)


def _named(kind: str, options: Mapping[str, Any]) -> tuple[str, str]:
    """A kind, and the value of its only argument or all arguments as `name=value`."""
    if kind in ("level", "split") and len(options) == 1:
        return kind, str(next(iter(options.values())))
    return kind, ", ".join(f"{name}={value}" for name, value in options.items())


def _listed(names: Sequence[str]) -> str:
    """Consecutive whole numbers as `1-5`, other names separated by commas."""
    if len(names) > 2 and all(name.isdecimal() for name in names):
        numbers = [int(name) for name in names]
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(names)
