"""The report as Markdown, short enough for a comment on a pull request."""

from __future__ import annotations

from hallmark_rl.conformance.core.results import VERDICTS
from hallmark_rl.conformance.core.short_text import shorten
from hallmark_rl.conformance.reporting.grouping import Group
from hallmark_rl.conformance.reporting.run_report import Report

LONGEST = 65_536
"""Characters that GitHub takes for a comment."""
_TITLES = {
    "broken": "Broken",
    "error": "Could not be checked",
    "flaky": "Failed once, and not again in a new process",
    "unproved": "Not proved",
    "suspicion": "Suspicions (comparisons with a threshold: look at them)",
    "should": "Advised",
    "waived": "Waived",
}
_LONGEST_SCRIPT = 4000
_MESSAGES_SHOWN = 5

_MOST_OUTPUT = 12
"""Last lines of a traceback or output that are shown."""


def render(report: Report) -> str:
    """The headline, the counts, and what does not hold, grouped by likely cause.

    Of a report that is too long for a comment, the scripts are left out first, then the findings
    at the end; a last line says so.
    """
    for scripts in (True, False):
        text = _text(report, scripts=scripts, groups=None)
        if len(text) <= LONGEST:
            return text
    groups = 256
    while len(text) > LONGEST and groups:
        groups //= 2
        text = _text(report, scripts=False, groups=groups)
    return text[:LONGEST]


def _text(report: Report, *, scripts: bool, groups: int | None) -> str:
    """The report with or without scripts, and with at most `groups` groups of each verdict."""
    subject = shorten(report.subject, 200)
    lines = [
        f"### {'✅' if report.proved else '❌'} {_cell(shorten(report.headline, 400))}",
        "",
        f"`{subject}`, profile {report.profile}, seed {report.seed}, "
        f"{report.seconds:.0f} s: " + ", ".join(_counts(report)),
        *(f"\n> {_cell(shorten(note, 600))}" for note in report.notes[:5]),
    ]
    if report.acceptance:
        lines += ["", f"**{report.acceptance}**"]
    if report.left_out:
        lines += ["", shorten(report.left_out)]
    left_out = 0
    for verdict, title in _TITLES.items():
        every = report.grouped(verdict)
        shown = every if groups is None else every[:groups]
        left_out += sum(len(group.rows) for group in every[len(shown) :])
        if shown:
            lines += ["", f"#### {title}", ""]
            for group in shown:
                lines += _entry(group, scripts=scripts)
    lines += [f"- {_cell(shorten(complaint))}" for complaint in report.unused_waivers[:20]]
    if left_out:
        lines += ["", f"{left_out} further properties are left out here: see report.html."]
    elif not scripts:
        lines += ["", "The scripts are left out here: see report.html."]
    return "\n".join(lines) + "\n"


def _counts(report: Report) -> list[str]:
    return [f"{report.count(name)} {name}" for name in VERDICTS if report.count(name)]


def _entry(group: Group, *, scripts: bool) -> list[str]:
    """The properties of a group, what was observed, one script, and how to fix it."""
    rows, first = group.rows, group.rows[0]
    if len(rows) == 1:
        lines = [f"- **{first.id}**: {first.entry.rule}  "]
    else:
        lines = [f"- **{', '.join(row.id for row in rows)}**  "]
    messages = list(dict.fromkeys(row.message for row in rows))
    for message in messages[:_MESSAGES_SHOWN]:
        lines.append(f"  Observed: {_cell(shorten(message))}  ")
    if len(messages) > _MESSAGES_SHOWN:
        lines.append(f"  and {len(messages) - _MESSAGES_SHOWN} similar observations  ")
    script = next((row.script for row in rows if row.script), "") if scripts else ""
    if script:
        lines += _script(script)
    output = first.output if first.verdict == "broken" and scripts else ""
    if output:
        inner = [f"  {line[:300]}" for line in output.splitlines()[-_MOST_OUTPUT:]]
        lines += ["", "  ```text", *inner, "  ```", ""]
    return [*lines, f"  Fix: {first.entry.fix}"] if len(rows) == 1 or scripts else lines


def _script(script: str) -> list[str]:
    if len(script) > _LONGEST_SCRIPT:
        return [f"  The script has {len(script):,} characters: see report.html  "]
    inner = [f"  {line}" for line in script.splitlines()]
    fence = "`" * 3
    while fence in script:
        fence += "`"
    return [
        "  <details><summary>script</summary>",
        "",
        f"  {fence}python",
        *inner,
        f"  {fence}",
        "",
        "  </details>",
        "",
    ]


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("<", "&lt;").replace("`", "'")
