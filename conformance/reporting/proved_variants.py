"""The levels, splits and modes that a run proved, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_PLURALS = {"level": "levels", "split": "splits", "mode": "modes"}


def proved_variants(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """The variants that each property played, if all of them hold: `levels 1-5; splits a, b`.

    Args:
        rows: for each property about variants its verdict and its figures; `variants` among them
            lists the kind and the arguments of what was played.

    Returns:
        A text in which kinds are separated by `; `; empty if a property does not hold, or nothing
        was played.
    """
    played: list[list[tuple[str, str]]] = []
    for verdict, figures in rows:
        if verdict == "excluded":
            continue
        if verdict not in ("pass", "should"):
            return ""
        played.append([_named(*entry) for entry in figures.get("variants", ())])
    common = (
        [entry for entry in played[0] if all(entry in other for other in played)] if played else []
    )
    parts = []
    for kind, plural in _PLURALS.items():
        names = [name for entry_kind, name in common if entry_kind == kind]
        if names:
            parts.append(f"{plural if len(names) > 1 else kind} {_listed(names)}")
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
