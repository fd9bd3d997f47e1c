"""Writes survey pages as people fill them in."""

from __future__ import annotations

from random import Random
from typing import Any

COLUMNS = ("street", "household", "bicycles", "owns_car", "remark")
STREETS = ("Mill Lane", "Oak Road", "Harbour Street", "Church Row", "Long Acre")
REMARKS = ("noisy", "likes the park", "wants a bus stop", "moved in May", "no answer at the door")
WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _number(rng: Random, value: int, level: int) -> str:
    style = rng.randrange(1 + level)
    if style == 1:
        return WORDS[value]
    if style == 2 and value:
        return " ".join(["IIII/"] * (value // 5) + ["I" * (value % 5)] * bool(value % 5))
    if style == 3:
        return f"~~{(value + rng.randint(1, 4)) % 10}~~ {value}"
    return str(value)


def write(rng: Random, level: int) -> tuple[str, list[dict[str, Any]]]:
    """A page, and the rows that it means."""
    rows: list[dict[str, Any]] = []
    lines = [" | ".join(COLUMNS)]
    for _ in range(rng.randint(5, 8)):
        again = bool(rows) and rng.random() < 0.35
        row: dict[str, Any] = {
            "street": rows[-1]["street"] if again else rng.choice(STREETS),
            "household": rng.randint(1, 9),
            "bicycles": rng.randint(0, 9),
            "owns_car": rng.choice([True, False]),
            "remark": rng.choice(REMARKS) if rng.random() < 0.6 else None,
        }
        cells = [
            '"' if again else row["street"],
            _number(rng, row["household"], level),
            _number(rng, row["bicycles"], level),
            rng.choice(["yes", "y", "x"] if row["owns_car"] else ["no", "n"]),
            row["remark"] or "-",
        ]
        rows.append(row)
        lines.append(" | ".join(cells))
    return "\n".join(lines), rows
