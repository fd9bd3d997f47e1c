"""The report as Markdown, for a pull request."""

from __future__ import annotations

from hallmark_rl.conformance.core.results import VERDICTS
from hallmark_rl.conformance.reporting.run_report import Report, Row

_MOST_OUTPUT = 12
"""Last lines of a traceback or output that are shown."""


def render(report: Report) -> str:
    """The headline, the counts, and every property that does not hold with its script."""
    lines = [
        f"### {'✅' if report.proved else '❌'} {report.headline}",
        "",
        f"`{report.subject}`, profile {report.profile}, seed {report.seed}, "
        f"{report.seconds:.0f} s: " + ", ".join(_counts(report)),
    ]
    if report.acceptance:
        lines += ["", f"**{report.acceptance}**"]
    for verdict, title in (
        ("broken", "Broken"),
        ("error", "Could not be checked"),
        ("flaky", "Failed once, and not again in a new process"),
        ("unproved", "Not proved"),
        ("suspicion", "Suspicions (comparisons with a threshold: look at them)"),
        ("should", "Advised"),
        ("waived", "Waived"),
    ):
        groups = report.grouped(verdict)
        if groups:
            lines += ["", f"#### {title}", ""]
            for message, rows in groups:
                lines += _entry(rows[0]) if len(rows) == 1 else _group(message, rows)
    lines += [f"- {complaint}" for complaint in report.unused_waivers]
    return "\n".join(lines) + "\n"


def _counts(report: Report) -> list[str]:
    return [f"{report.count(name)} {name}" for name in VERDICTS if report.count(name)]


def _group(message: str, rows: list[Row]) -> list[str]:
    return [f"- **{', '.join(row.id for row in rows)}**  ", f"  Observed: {_cell(message)}"]


def _entry(row: Row) -> list[str]:
    lines = [f"- **{row.id}**: {row.entry.rule}  ", f"  Observed: {_cell(row.message)}  "]
    if row.script:
        inner = [f"  {line}" for line in row.script.splitlines()]
        lines += ["  <details><summary>script</summary>", "", "  ```python", *inner, "  ```"]
        lines += ["", "  </details>", ""]
    if row.verdict == "broken" and row.output:
        inner = [f"  {line}" for line in row.output.splitlines()[-_MOST_OUTPUT:]]
        lines += ["", "  ```text", *inner, "  ```", ""]
    return [*lines, f"  Fix: {row.entry.fix}"]


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("<", "&lt;").replace("`", "'")
