"""Draw the chart of docs/public-environments.md and print its tables: what was found, and where.

python benchmarks/public_environments.py

It reads docs/public-environments.csv (one line for each environment) and writes the SVG beside it.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape

DATA = Path(__file__).resolve().parents[1] / "docs" / "public-environments.csv"
CHART = DATA.with_suffix(".svg")

FAULTS = {
    "seedable": ("cannot be seeded", "no"),
    "repeatable": ("same calls, other messages", "no"),
    "global_generator": ("draws from global generators", "yes"),
    "shares_state": ("sessions share state", "yes"),
    "carries_over": ("an episode changes the next one", "yes"),
    "steps_before_reset": ("plays a step before reset()", "yes"),
    "done_taken_back": ("done becomes False again", "yes"),
    "pays_after_end": ("pays after the end", "yes"),
    "never_ends": ("does not end", "yes"),
    "farmable": ("reward can be farmed", "yes"),
    "leaks": ("shows the answer", "yes"),
    "raises": ("raises on valid actions", "yes"),
    "unplayable_server": ("its server cannot be played", "yes"),
}
"""Column of the data: what a fault is called, and the value that means it."""
KINDS = (("fault", "#b3362b"), ("no fault found", "#3a7d5c"), ("unproved", "#c9ced6"))
SHARES = (
    (0.0, "none"),
    (0.2, "up to 20 %"),
    (0.5, "up to 50 %"),
    (0.9, "up to 90 %"),
    (1.0, "more than 90 %"),
)
"""Upper ends of the groups of acceptance rates."""

Row = dict[str, str]


def read(path: Path = DATA) -> list[Row]:
    """The lines of the data."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def counts(rows: list[Row]) -> dict[str, tuple[int, int, int]]:
    """For each fault the number of proved environments with it, without it, and unproved."""
    proved = [row for row in rows if row["result"] == "proved"]
    table = {}
    for column, (label, faulty) in FAULTS.items():
        values = Counter(row[column] for row in proved)
        unproved = values["unproved"]
        table[label] = (values[faulty], len(proved) - values[faulty] - unproved, unproved)
    return table


def acceptance(rows: list[Row]) -> dict[str, int]:
    """How many proved environments accept which share of the actions that were tried."""
    groups = dict.fromkeys((name for _, name in SHARES), 0)
    for row in rows:
        if row["result"] == "proved" and int(row["tried"] or 0):
            share = int(row["accepted"]) / int(row["tried"])
            groups[next(name for end, name in SHARES if share <= end)] += 1
    return groups


def chart(rows: list[Row]) -> str:
    """The chart as SVG: a bar for each fault, with counts."""
    table = counts(rows)
    width, left, bar, line = 760, 230, 500, 26
    total = max(sum(next(iter(table.values()))), 1)
    height = 60 + line * len(table)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif" font-size="13">'
        ),
        f"<title>Faults of {total} public environments</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (name, colour) in enumerate(KINDS):
        x = left + 150 * number
        parts.append(f'<rect x="{x}" y="12" width="14" height="14" fill="{colour}"/>')
        parts.append(f'<text x="{x + 20}" y="24" fill="#1d2430">{name}</text>')
    for number, (label, values) in enumerate(table.items()):
        y = 42 + line * number
        parts.append(
            f'<text x="{left - 10}" y="{y + 14}" text-anchor="end" fill="#1d2430">'
            f"{escape(label)}</text>"
        )
        x = float(left)
        for value, (_, colour) in zip(values, KINDS, strict=True):
            size = bar * value / total
            if not value:
                continue
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{size:.1f}" height="19" fill="{colour}"/>'
            )
            if size > 9 * len(str(value)):
                ink = "#1d2430" if colour == KINDS[2][1] else "#ffffff"
                parts.append(
                    f'<text x="{x + size / 2:.1f}" y="{y + 14}" text-anchor="middle" '
                    f'fill="{ink}">{value}</text>'
                )
            x += size
    return "\n".join([*parts, "</svg>"]) + "\n"


def tables(rows: list[Row]) -> str:
    """The tables of the document, in Markdown."""
    lines = ["| | environments with it | without it | unproved |", "|---|---|---|---|"]
    for label, (faulty, sound, unproved) in counts(rows).items():
        lines.append(f"| {label} | {faulty} | {sound} | {unproved} |")
    lines += ["", "| actions accepted | environments |", "|---|---|"]
    lines += [f"| {name} | {number} |" for name, number in acceptance(rows).items()]
    lines += ["", "| | OpenEnv | own class |", "|---|---|---|"]
    kinds = Counter((row["result"], row["reason"], row["made_with"]) for row in rows)
    for result, reason in sorted({key[:2] for key in kinds}):
        name = f"{result}: {reason}" if reason else result
        numbers = [str(kinds[result, reason, kind]) for kind in ("OpenEnv", "own class")]
        lines.append(f"| {name} | {' | '.join(numbers)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    CHART.write_text(chart(read()), encoding="utf-8")
    print(tables(read()))
