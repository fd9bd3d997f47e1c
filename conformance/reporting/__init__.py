"""What a run found, as data, and the files it is written to."""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import Property, catalogue
from hallmark_rl.conformance.core.files import replace_text
from hallmark_rl.conformance.core.results import Result

VERDICTS = ("pass", "broken", "error", "unproved", "should", "waived", "excluded")


@dataclass(frozen=True)
class Row(Result):
    """One property's outcome and what it means for the verdict: one of `VERDICTS`."""

    verdict: str = ""

    @property
    def entry(self) -> Property:
        """The property."""
        return catalogue()[self.id]


@dataclass(frozen=True)
class Report:
    """A run."""

    subject: str
    name: str
    profile: str
    seed: int
    seconds: float
    rows: list[Row]
    unused_waivers: list[str] = field(default_factory=list)
    unchecked: int = 0
    made: str = field(
        default_factory=lambda: datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    )

    def count(self, verdict: str) -> int:
        """How many properties came to this."""
        return sum(row.verdict == verdict for row in self.rows)

    def grouped(self, verdict: str) -> list[tuple[str, list[Row]]]:
        """The rows that came to this, those with one message together."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            if row.verdict == verdict:
                found.setdefault(row.message, []).append(row)
        return list(found.items())

    @property
    def proved(self) -> bool:
        """Whether every MUST that was chosen holds or is excluded."""
        missing = any(self.count(name) for name in ("broken", "error", "unproved"))
        return not self.unchecked and not missing

    @property
    def headline(self) -> str:
        """One sentence."""
        if self.count("broken") or self.count("error"):
            number = self.count("broken") + self.count("error")
            return (
                f"{self.name} breaks {number} propert{'y' if number == 1 else 'ies'} that MUST hold"
            )
        if self.count("unproved"):
            return (
                f"{self.name} is not proved: {self.count('unproved')} MUST properties want evidence"
            )
        if self.unchecked:
            return f"{self.name} is not proved: {self.unchecked} properties were not checked"
        if self.count("pass") == 1:
            return f"{self.name} holds the one property that applies"
        return f"{self.name} holds all {self.count('pass')} properties that apply"

    def to_dict(self) -> dict[str, Any]:
        """Plain data with the versions that matter."""
        return {
            **asdict(self),
            "proved": self.proved,
            "counts": {name: self.count(name) for name in VERDICTS},
            "versions": versions(),
        }


def versions() -> dict[str, str]:
    """Versions of what took part."""
    found = {"python": platform.python_version()}
    for name in ("hallmark-rl", "openenv", "openenv-core", "hypothesis", "pydantic"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def write_all(report: Report, folder: Path) -> dict[str, Path]:
    """Write every form of the report; returns the paths by kind."""
    from hallmark_rl.conformance.reporting import badge, html, markdown, sarif

    makers: dict[str, Callable[[Report], str]] = {
        "report.json": lambda r: json.dumps(r.to_dict(), indent=1, default=repr) + "\n",
        "report.html": html.render,
        "report.md": markdown.render,
        "report.sarif": sarif.render,
        "badge.svg": badge.render,
    }
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder.parent / ".gitignore"
    if folder.parent.name == ".hallmark" and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
    written = {}
    for name, make in makers.items():
        written[name] = folder / name
        replace_text(written[name], make(report))
    return written
