"""`hallmark gate scorer:module:function --tasks FILE`: prove a scorer, then stamp it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.pytest_plugin.options import SUITE_OPTIONS
from hallmark_rl.conformance.reporting.waivers import Waivers
from hallmark_rl.conformance.scorers.scorer_process import ScorerFailed, ScorerProcess, find_scorer
from hallmark_rl.conformance.suite_process import run_suite
from hallmark_rl.sdk.hallmark import FILE, Hallmark, Waived, hash_of_files, read_hallmark


def prove_and_stamp_scorer(
    spec: str, tasks: Path, proof: Path | None, waivers: Path | None, options: Sequence[str]
) -> int:
    """Run the suite; write the stamp if everything holds, and remove a former one if not.

    Args:
        spec: `scorer:module:function`.
        tasks: the file of its tasks; the stamp is written into its folder.
        proof: a file of declarations.
        waivers: file of accepted failures.
        options: the options of the suite.

    Returns the exit status: 2 if nothing could be proved.
    """
    folder = tasks.resolve().parent
    try:
        former = read_hallmark(folder)
        if former is not None and former.subject != spec:
            owner = former.subject or "an environment"
            raise ValueError(f"{folder / FILE} is the stamp of {owner}: move the tasks")
        names = _files(spec, tasks, proof, folder)
        before = hash_of_files(folder, names)
    except (OSError, ValueError, ScorerFailed) as error:
        print(f"nothing was proved: {error}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="hallmark-report-") as reports:
        place = f"{SUITE_OPTIONS['report_dir'].long}={reports}"
        status = run_suite(spec, ["-q", *options, place])
        report = _read_report(Path(reports, "report.json"))
    if status == 0 and report.get("proved") and hash_of_files(folder, names) == before:
        written = _stamp(spec, names, before, report, waivers).save(folder)
        print(f"{written}: {report['counts']['pass']} properties hold")
        return 0
    print(f"{spec} is not proved: no {FILE} was written", file=sys.stderr)
    if status in (1, 6):
        (folder / FILE).unlink(missing_ok=True)
    return status or 1


def _files(spec: str, tasks: Path, proof: Path | None, folder: Path) -> list[str]:
    """The files of a scorer, its tasks and declarations, relative to the folder of the stamp."""
    process = ScorerProcess(find_scorer(spec))
    process.close()
    paths = [*map(Path, process.facts.get("files", ())), tasks, *([proof] if proof else [])]
    return sorted({os.path.relpath(path.resolve(), folder) for path in paths})


def _read_report(path: Path) -> dict[str, Any]:
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return report if isinstance(report, dict) else {}


def _stamp(
    spec: str, names: Sequence[str], content: str, report: dict[str, Any], waivers: Path | None
) -> Hallmark:
    entries = Waivers.read(waivers).entries if waivers is not None else {}
    results = {
        row["id"]: "untried" if row["verdict"] == "unproved" else row["verdict"]
        for row in report["rows"]
    }
    return Hallmark(
        name=report["name"],
        content_hash=content,
        made=report["made"],
        profile=report["profile"],
        seed=report["seed"],
        seconds=round(report["seconds"], 1),
        versions=report["versions"],
        results=results,
        subject=spec,
        files=tuple(names),
        waived={
            name: Waived(reason=entries[name].reason, expires=entries[name].expires)
            for name, result in results.items()
            if result == "waived"
        },
    )
