"""The report as one HTML file."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from hallmark_rl.command_text import command_text
from hallmark_rl.conformance.catalogue import ALL_CHAPTERS
from hallmark_rl.conformance.core.results import BUDGET_USED_UP, VERDICTS
from hallmark_rl.conformance.core.short_text import shorten
from hallmark_rl.conformance.reporting.run_report import Report, versions


def render(report: Report) -> str:
    """A page that needs no other file: every property, with the script of each failure."""
    loader = FileSystemLoader(Path(__file__).parent)
    jinja = Environment(loader=loader, autoescape=select_autoescape(default=True))
    chapters = [
        (name, [row for row in report.rows if row.entry.chapter == name]) for name in ALL_CHAPTERS
    ]
    return jinja.get_template("report.html.j2").render(
        report=report,
        found=[group for name in ("broken", "error") for group in report.grouped(name)],
        shorten=shorten,
        chapters=[(name, rows) for name, rows in chapters if rows],
        verdicts=VERDICTS,
        versions=versions(),
        budget_used_up=BUDGET_USED_UP,
        command_text=command_text,
    )
