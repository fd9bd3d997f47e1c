"""A summary for a pull request."""

from __future__ import annotations

from hallmark_rl.conformance.reporting import Report, Row


def render(report: Report) -> str:
    """Markdown: the verdict, what is broken with its script, and what is advised."""
    lines = [
        f"### {'✅' if report.proved else '❌'} {report.headline}",
        "",
        f"`{report.subject}`, profile {report.profile}, seed {report.seed}, "
        f"{report.seconds:.0f} s: " + ", ".join(_counts(report)),
    ]
    for verdict, title in (
        ("broken", "Broken"),
        ("error", "Could not be checked"),
        ("unproved", "Not proved"),
        ("should", "Advised"),
        ("waived", "Waived"),
    ):
        groups = report.grouped(verdict)
        if groups:
            lines += ["", f"#### {title}", ""]
            for message, rows in groups:
                lines += _entry(rows[0]) if len(rows) == 1 else _together(message, rows)
    lines += [f"- {complaint}" for complaint in report.unused_waivers]
    return "\n".join(lines) + "\n"


def _counts(report: Report) -> list[str]:
    names = ("pass", "broken", "error", "unproved", "should", "waived", "excluded")
    return [f"{report.count(name)} {name}" for name in names if report.count(name)]


def _together(message: str, rows: list[Row]) -> list[str]:
    return [f"- **{', '.join(row.id for row in rows)}**  ", f"  Seen: {_cell(message)}"]


def _entry(row: Row) -> list[str]:
    lines = [f"- **{row.id}**: {row.entry.rule}  ", f"  Seen: {_cell(row.message)}  "]
    if row.script:
        inner = [f"  {line}" for line in row.script.splitlines()]
        lines += ["  <details><summary>script</summary>", "", "  ```python", *inner, "  ```"]
        lines += ["", "  </details>", ""]
    return [*lines, f"  Fix: {row.entry.fix}"]


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("<", "&lt;").replace("`", "'")
