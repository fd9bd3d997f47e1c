"""How a benchmark reports: tables and figures, printed as Markdown and written as JSON.

`report.py` makes docs/benchmarks.md and its history from the JSON of all benchmarks.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Literal

_LOAD = f"load {os.getloadavg()[0]:.1f} at the start"


def _machine() -> str:
    """This machine in words."""
    return (
        f"{len(os.sched_getaffinity(0))} cores, Linux {platform.release()}, "
        f"Python {platform.python_version()}"
    )


@dataclass(frozen=True)
class Table:
    """Rows of text under headings."""

    columns: list[str]
    rows: list[list[str]]
    title: str = ""

    def markdown(self) -> str:
        """The table as Markdown, its columns padded so that it can be read as text too."""
        lines = [self.columns, *self.rows]
        widths = [max(len(line[place]) for line in lines) for place in range(len(self.columns))]
        lines.insert(1, ["-" * width for width in widths])
        padded = (
            [cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines
        )
        text = "\n".join(f"| {' | '.join(line)} |" for line in padded)
        return f"**{self.title}**\n\n{text}" if self.title else text


@dataclass(frozen=True)
class Plot:
    """Lines over one axis: the points (x, y) of each named line."""

    title: str
    x: str
    y: str
    lines: dict[str, list[tuple[float, float]]]
    log_x: bool = False


@dataclass(frozen=True)
class Figure:
    """A number that the history keeps, and which direction is better."""

    value: float
    better: Literal["lower", "higher"] = "lower"


@dataclass(frozen=True)
class Results:
    """What one benchmark measured, where and when."""

    tables: list[Table]
    figures: dict[str, Figure]
    notes: list[str] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    machine: str = field(default_factory=_machine)
    load: str = _LOAD
    date: str = field(default_factory=lambda: date.today().isoformat())

    def markdown(self) -> str:
        """The tables and the notes."""
        notes = "\n".join(f"- {note}" for note in self.notes)
        return "\n\n".join([*(table.markdown() for table in self.tables), *([notes] * bool(notes))])


def publish(results: Results, path: Path | None) -> None:
    """Print the results; write them as JSON if a path is given."""
    print(results.markdown())
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(results), indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> Results:
    """The results that `publish` wrote.

    Raises:
        OSError, ValueError, KeyError, TypeError: the file is missing or holds something else.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    return Results(
        tables=[Table(**table) for table in data["tables"]],
        figures={name: Figure(**figure) for name, figure in data["figures"].items()},
        notes=data["notes"],
        plots=[Plot(**plot) for plot in data["plots"]],
        machine=data["machine"],
        load=data["load"],
        date=data["date"],
    )


def numbers(values: Sequence[float], digits: int = 2) -> list[str]:
    """The values as text with so many decimals."""
    return [f"{value:.{digits}f}" for value in values]
