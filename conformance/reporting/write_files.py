"""Write a report as JSON, HTML, Markdown, SARIF and a badge."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from hallmark_rl.conformance.core.atomic_files import replace_text
from hallmark_rl.conformance.reporting.run_report import Report


def write_all(report: Report, folder: Path) -> dict[str, Path]:
    """Write every form of the report to a folder, which is made if it does not exist.

    Returns the paths by file name. Raises OSError if the folder is not writable. Below a
    folder `.hallmark`, a `.gitignore` is written if there is none.
    """
    from hallmark_rl.conformance.reporting import badge, html, markdown, sarif

    renderers: dict[str, Callable[[Report], str]] = {
        "report.html": html.render,
        "report.md": markdown.render,
        "report.sarif": sarif.render,
        "badge.svg": badge.render,
    }
    written = {"report.json": write_json(report, folder)}
    for name, render in renderers.items():
        written[name] = folder / name
        replace_text(written[name], render(report))
    return written


def write_json(report: Report, folder: Path) -> Path:
    """Write `report.json` only, in one step, so that a reader never sees half of it.

    Makes the folder as `write_all` does; raises OSError if it is not writable.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder.parent / ".gitignore"
    if folder.parent.name == ".hallmark" and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
    path = folder / "report.json"
    replace_text(path, json.dumps(report.to_dict(), indent=1, default=repr) + "\n")
    return path
