"""The table of results at the end of a run in the terminal."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from hallmark_rl.conformance.catalogue import ALL_CHAPTERS
from hallmark_rl.conformance.core.results import VERDICTS
from hallmark_rl.conformance.core.short_text import shorten
from hallmark_rl.conformance.reporting.run_report import Report

_STYLES = {
    "pass": "green",
    "broken": "bold red",
    "error": "bold red",
    "flaky": "yellow",
    "unproved": "yellow",
    "suspicion": "yellow",
    "should": "yellow",
    "waived": "cyan",
    "excluded": "dim",
}

_RARE = ("error", "flaky", "suspicion", "should", "waived")
"""Verdicts that have a column only where there is one."""


def print_report(report: Report, terminal: Any, written: dict[str, Path]) -> None:
    """Print a table of counts, the properties that do not hold and the path of the HTML report.

    Args:
        report: the results.
        terminal: pytest's terminal reporter.
        written: paths of the report's files, by file name.
    """
    width = max(80, shutil.get_terminal_size().columns)
    colour = terminal.hasmarkup and "NO_COLOR" not in os.environ
    console = Console(width=width, force_terminal=colour, no_color=not colour, highlight=False)
    with console.capture() as capture:
        console.print(_table(report))
        for verdict in ("broken", "error", "flaky", "unproved", "suspicion", "should", "waived"):
            for group in report.grouped(verdict):
                names = ", ".join(row.id for row in group.rows[:3])
                names += f" and {len(group.rows) - 3} more" if len(group.rows) > 3 else ""
                line = Text(f"{verdict.upper():9} ", style=_STYLES[verdict])
                line.append(f"{names}  ", style="bold").append(
                    shorten(group.message), style="default"
                )
                console.print(line, soft_wrap=True)
        for note in report.notes:
            console.print(Text(note, style="yellow"), soft_wrap=True)
        for complaint in report.unused_waivers:
            console.print(Text(complaint, style="red"))
    terminal.section("conformance", sep="=")
    terminal.write(capture.get())
    terminal.write_line(f"{report.headline} ({report.profile}, {report.seconds:.1f} s)")
    if report.acceptance:
        terminal.write_line(report.acceptance)
    if report.left_out:
        terminal.write_line(report.left_out)
    if "report.html" in written:
        terminal.write_line(f"report: {written['report.html']}")


def _table(report: Report) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 0))
    table.add_column("chapter")
    verdicts = [name for name in VERDICTS if name not in _RARE or report.count(name)]
    for name in verdicts:
        table.add_column(name, justify="right", style=_STYLES[name])
    for chapter in ALL_CHAPTERS:
        rows = [row for row in report.rows if row.entry.chapter == chapter]
        if rows:
            counts = [sum(row.verdict == name for row in rows) for name in verdicts]
            table.add_row(chapter, *(str(count or "") for count in counts))
    table.add_section()
    table.add_row("all", *(str(report.count(name) or "") for name in verdicts))
    return table
