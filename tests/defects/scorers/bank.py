"""Make the cases of the bank: a sound base, or a base with one text replaced."""

from __future__ import annotations

import importlib.util
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.prove_scorer import prove_scorer
from hallmark_rl.conformance.reporting import Row
from tests.defects.bank_figures import ALARMS, REPORTED

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    """A scorer: `by` are the properties that name its defect; empty for a sound one."""

    id: str
    base: str
    what: str = ""
    by: Sequence[str] = ()
    edits: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Verdict:
    """What the suite says about a case: `findings` by property, and what it could not check."""

    case: Case
    findings: dict[str, str]
    unproved: list[str]

    @property
    def caught(self) -> bool:
        """Whether a property that names the cause reported it."""
        return any(name in self.findings for name in self.case.by)


def cases() -> list[Case]:
    """Every base as a sound case, then every defect."""
    sound = [Case(path.stem, path.stem) for path in sorted((HERE / "bases").glob("*.py"))]
    data = tomllib.loads((HERE / "defects.toml").read_text(encoding="utf-8"))
    defects = [
        Case(
            entry["id"],
            entry["base"],
            entry["what"],
            entry["by"],
            [(edit["old"], edit["new"]) for edit in entry["edit"]],
        )
        for entry in data["defect"]
    ]
    return sound + defects


def write_case(case: Case, folder: Path) -> tuple[Path, Path]:
    """Write the scorer and its tasks; returns both paths. Each edit must match exactly once."""
    source = (HERE / "bases" / f"{case.base}.py").read_text(encoding="utf-8")
    for old, new in case.edits:
        if source.count(old) != 1:
            raise ValueError(f"{case.id}: {old!r} stands {source.count(old)} times in {case.base}")
        source = source.replace(old, new)
    module = folder / f"{case.id.replace('-', '_')}.py"
    module.write_text(source, encoding="utf-8")
    tasks = folder / "tasks.jsonl"
    lines = [json.dumps(task) for task in load(module).TASKS]
    tasks.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return module, tasks


def load(path: Path) -> Any:
    """A module from its file."""
    spec = importlib.util.spec_from_file_location(f"scorer_case_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def prove_rows(
    case: Case, folder: Path, profile: str = "default", only: Sequence[str] = ()
) -> dict[str, Row]:
    """The rows of the report on a case, which is written into a folder of its own, by property.

    `only` are the properties that are checked.
    """
    module, tasks = write_case(case, folder)
    report = prove_scorer(f"{module}:score", tasks, profile=profile, only=only)
    return {row.id: row for row in report.rows}


def prove_case(
    case: Case, folder: Path, profile: str = "default", only: Sequence[str] = ()
) -> Verdict:
    """As `prove_rows`, with what the rows say about the case."""
    rows = prove_rows(case, folder, profile, only)
    wanted = REPORTED if case.by else ALARMS
    findings = {name: row.message for name, row in rows.items() if row.verdict in wanted}
    unproved = [name for name, row in rows.items() if row.verdict == "unproved"]
    return Verdict(case, findings, unproved)
