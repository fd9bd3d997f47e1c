"""Line charts as inline SVG, drawn here so that they are there without JavaScript."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

WIDTH, HEIGHT = 340, 170
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 10, 22
COLOURS = 6
"""How many colours the style sheet has for lines."""
_MIN_SMOOTHED = 8
_SMOOTHED_SHARE = 12
_FLAT = 1e-9

Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A line of a chart.

    Attributes:
        name: shown in the key and in the tooltip.
        points: `(step, value)`; values that are None are left out.
        smoothed: draw the points faintly, with a moving average over them.
        colour: number of its colour.
    """

    name: str
    points: Sequence[tuple[float, float | None]]
    smoothed: bool = False
    colour: int = 0

    @property
    def known(self) -> list[Point]:
        """The points that have a value."""
        return [(x, y) for x, y in self.points if y is not None and math.isfinite(y)]


def chart(title: str, lines: Sequence[Line], last_step: int, note: str = "") -> dict[str, Any]:
    """What the template and the script need to show a chart.

    Args:
        title: shown above it.
        lines: lines without a known point are left out.
        last_step: end of the x axis, the same in all charts of a report.
        note: unit or meaning, shown beside the title.
    """
    drawn = [(line, line.known) for line in lines if line.known]
    values = [y for _, points in drawn for _, y in points]
    low, high, ticks = nice_range(min(values, default=0.0), max(values, default=0.0))
    right = max(1, last_step)

    def place(points: Sequence[Point]) -> str:
        return " ".join(
            f"{LEFT + x / right * (WIDTH - LEFT - RIGHT):.1f},"
            f"{HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - TOP - BOTTOM):.1f}"
            for x, y in points
        )

    return {
        "title": title,
        "note": note,
        "flat": is_flat(lines),
        "last_step": right,
        "y_ticks": [{"text": tick_text(tick), "at": place([(0, tick)])} for tick in ticks],
        "lines": [
            {
                "name": line.name,
                "colour": line.colour % COLOURS,
                "raw": place(points),
                "dots": [] if line.smoothed else [place([point]) for point in points],
                "smooth": place(smooth(points)) if line.smoothed else "",
                "points": [[x, round(y, 5)] for x, y in points],
            }
            for line, points in drawn
        ],
    }


def is_flat(lines: Sequence[Line]) -> bool:
    """Whether no line of a chart changes."""
    return all(
        max(values) - min(values) <= _FLAT * max(1.0, max(map(abs, values)))
        for values in ([y for _, y in line.known] for line in lines)
        if values
    )


def smooth(points: Sequence[Point]) -> list[Point]:
    """A centred moving average over a twelfth of the points; the points themselves if few."""
    if len(points) < _MIN_SMOOTHED:
        return list(points)
    reach = max(1, len(points) // _SMOOTHED_SHARE)
    result = []
    for number, (x, _) in enumerate(points):
        window = points[max(0, number - reach) : number + reach + 1]
        result.append((x, math.fsum(y for _, y in window) / len(window)))
    return result


def nice_range(low: float, high: float) -> tuple[float, float, list[float]]:
    """The ends of an axis that contains `low`, `high` and, if they are near, 0; and its ticks."""
    if low > 0 and low < high / 2:
        low = 0.0
    if high <= low:
        low, high = (0.0, 1.0) if high == 0 else (min(0.0, 2 * high), max(0.0, 2 * high))
    raw = (high - low) / 4
    scale = 10.0 ** math.floor(math.log10(raw))
    step = next(scale * factor for factor in (1, 2, 2.5, 5, 10) if scale * factor >= raw * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = [number * step for number in range(first, last + 1)]
    return ticks[0], ticks[-1], ticks


def tick_text(value: float) -> str:
    """A number for an axis."""
    text = f"{value:.4g}"
    return "0" if text in ("-0", "0") else text


def run_charts(
    rows: Sequence[Mapping[str, Any]], held_out: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """All charts of a run.

    Args:
        rows: the metrics of the training steps.
        held_out: the metrics of the evaluations.
    """
    last = max([row["step"] for row in (*rows, *held_out)], default=1)
    levels = sorted({level for row in held_out for level in row.get("levels", {})})

    def train(name: str, key: str) -> Line:
        return Line(name, [(row["step"], row.get(key)) for row in rows], smoothed=True)

    def held(key: str) -> list[Line]:
        first = Line("held-out", [(row["step"], row.get(key)) for row in held_out], colour=1)
        return [first] + [
            Line(
                f"held-out, level {level}",
                [(r["step"], r["levels"][level].get(key)) for r in held_out if _has(r, level)],
                colour=number,
            )
            for number, level in enumerate(levels, 2)
        ]

    def column(name: str) -> list[Line]:
        return [
            Line("training", [(r["step"], r["columns"].get(name)) for r in rows], smoothed=True),
            Line("held-out", [(r["step"], r["columns"].get(name)) for r in held_out], colour=1),
        ]

    seconds = [
        Line(
            label,
            [(row["step"], row["seconds"].get(part)) for row in rows],
            smoothed=True,
            colour=number,
        )
        for number, (part, label) in enumerate(
            (
                ("generate", "generate"),
                ("environment", "wait for environments"),
                ("update", "update"),
            )
        )
    ]
    names = sorted({name for row in (*rows, *held_out) for name in row["columns"]})
    return [
        chart("Success", [train("training", "success"), *held("success")], last, "share solved"),
        chart("Verified success", held("verified"), last, "a check outside the reward"),
        chart("Return", [train("training", "return"), *held("mean_return")], last, "per episode"),
        chart("Timeouts", [train("training", "timeouts"), *held("timeouts")], last, "share"),
        *(chart(f"Column {name}", column(name), last, "sum per episode") for name in names),
        chart(
            "Rejected by the audit",
            [train("audited", "audited"), replace(train("rejected", "rejected"), colour=1)],
            last,
            "solved training episodes",
        ),
        chart("Errors", [train("training", "errors")], last, "share of episodes"),
        chart("Entropy", [train("training", "entropy")], last, "per token"),
        chart("Groups without a gradient", [train("training", "zero_variance")], last, "share"),
        chart("Tokens", [train("training", "completion_tokens")], last, "per episode"),
        chart("Time of a step", seconds, last, "seconds"),
    ]


def _has(row: Mapping[str, Any], level: str) -> bool:
    return level in row.get("levels", {})
