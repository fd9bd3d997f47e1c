"""A summary for a pull request."""

from __future__ import annotations

from conformance.report import Report, Row


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
        rows = [row for row in report.rows if row.verdict == verdict]
        if rows:
            lines += ["", f"#### {title}", ""]
            for row in rows:
                lines += _entry(row)
    lines += [f"- {complaint}" for complaint in report.unused_waivers]
    return "\n".join(lines) + "\n"


def _counts(report: Report) -> list[str]:
    names = ("pass", "broken", "error", "unproved", "should", "waived", "excluded")
    return [f"{report.count(name)} {name}" for name in names if report.count(name)]


def _entry(row: Row) -> list[str]:
    lines = [f"- **{row.id}**: {row.entry.rule}", f"  Seen: {_cell(row.message)}"]
    if row.script:
        inner = [f"  {line}" for line in row.script.splitlines()]
        lines += ["  <details><summary>script</summary>", "", "  ```python", *inner, "  ```"]
        lines += ["  </details>"]
    return [*lines, f"  Mend: {row.entry.mend}"]


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("<", "&lt;").replace("`", "'")
