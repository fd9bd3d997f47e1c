"""Prove an environment and stamp it, or check the stamp.

    hallmark gate envs/wordle            # proves, writes envs/wordle/hallmark.json
    hallmark gate envs/wordle --check    # under a second: nothing is imported

The exit status is 0 only if every MUST property holds or is excluded by a declared capability.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.sdk.hallmark import (
    FILE,
    Hallmark,
    Waived,
    check_hallmark,
    content_hash,
    read_hallmark,
)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="hallmark gate",
        description="Prove an environment and stamp it.",
    )
    parser.add_argument("env", type=Path, help="the folder of the environment")
    parser.add_argument("--check", action="store_true", help="only check an existing hallmark")
    parser.add_argument("--profile", default="default", choices=("default", "thorough"))
    parser.add_argument("--proof", type=Path, help="evidence besides the folder's proof.py")
    parser.add_argument("--waivers", type=Path, help="accepted failures, with reasons and expiry")
    parser.add_argument("--report-dir", type=Path, help="where the reports go")
    parser.add_argument("--seed", type=int, default=0, help="seed of the suite's own choices")
    options = parser.parse_args(arguments)
    if not options.env.is_dir():
        parser.error(f"{options.env} is not a folder")
    if options.check:
        problems = check(options.env)
        for problem in problems:
            print(problem, file=sys.stderr)
        if not problems:
            print(f"{options.env}: proved, and unchanged since")
        return 1 if problems else 0
    try:
        return prove(options)
    except KeyboardInterrupt:
        print(f"interrupted: nothing was written in {options.env}", file=sys.stderr)
        return 130


def check(folder: Path) -> list[str]:
    """What is wrong with a hallmark, properties that this suite asks for and it lacks included."""
    problems = check_hallmark(folder)
    found = None if problems else read_hallmark(folder)
    if found is None:
        return problems
    remedy = f"run: hallmark gate {folder}"
    profile = PROFILES.get(found.profile)
    if profile is None or not profile.covers("default"):
        return [f"{folder} was proved with the profile {found.profile} only; {remedy}"]
    missing = [
        entry.id
        for entry in catalogue().values()
        if entry.level == "MUST" and profile.covers(entry.profile) and entry.id not in found.results
    ]
    if missing:
        return [f"{folder / FILE} says nothing about {', '.join(missing)}; {remedy}"]
    return []


def prove(options: argparse.Namespace) -> int:
    """Run the suite; write the hallmark if everything holds, remove a former one if not."""
    folder: Path = options.env
    before = content_hash(folder)
    with tempfile.TemporaryDirectory() as scratch:
        reports = options.report_dir or Path(".hallmark") / folder.resolve().name
        reports = reports if _can_hold(reports) else Path(scratch)
        began = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        status = _run_suite(options, reports)
        path = reports / "report.json"
        report = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if report.get("made", "") < began:  # of a former run: this one ended without a report
        report = {}
    if content_hash(folder) != before:
        print(f"{folder} changed while it was proved: run again", file=sys.stderr)
        return 1
    if status != 0 or not report.get("proved"):
        print(f"{folder} is not proved: no {FILE} was written", file=sys.stderr)
        try:
            (folder / FILE).unlink(missing_ok=True)
        except OSError as error:
            print(f"a former {FILE} could not be removed: {error}", file=sys.stderr)
        return status or 1
    try:
        written = _hallmark(folder, before, report, options.waivers).save(folder)
    except OSError as error:
        print(f"{folder} is proved, but no {FILE} could be written: {error}", file=sys.stderr)
        return 1
    print(f"{written}: {report['counts']['pass']} properties hold")
    return 0


def _can_hold(folder: Path) -> bool:
    """Whether reports can be written to a folder; it is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _hallmark(folder: Path, content: str, report: dict[str, Any], waivers: Path | None) -> Hallmark:
    results = {row["id"]: row["verdict"] for row in report["rows"]}
    waived = {}
    if waivers is not None:
        from hallmark_rl.conformance.reporting.waivers import Waivers

        entries = Waivers.read(waivers).entries
        waived = {
            name: Waived(reason=entries[name].reason, expires=entries[name].expires)
            for name in results
            if results[name] == "waived"
        }
    return Hallmark(
        name=folder.resolve().name,
        content_hash=content,
        made=report["made"],
        profile=report["profile"],
        seed=report["seed"],
        seconds=round(report["seconds"], 1),
        versions=report["versions"],
        results=results,
        waived=waived,
    )


def _run_suite(options: argparse.Namespace, reports: Path) -> int:
    suite = Path(__file__).parent
    command = [sys.executable, "-m", "pytest", str(suite), "-q", "--tb=short"]
    command += ["-p", "no:cacheprovider", "-c", "/dev/null", f"--rootdir={suite.parent}"]
    command += [f"--env={options.env}", "--profile", options.profile]
    command += ["--env-seed", str(options.seed), "--report-dir", str(reports)]
    for name in ("proof", "waivers"):
        value = getattr(options, name)
        if value is not None:
            command += [f"--{name}", str(value)]
    with subprocess.Popen(command) as suite_process:
        try:
            return suite_process.wait()
        except KeyboardInterrupt:  # the suite was interrupted as well, and tidies up
            with contextlib.suppress(subprocess.TimeoutExpired):
                suite_process.wait(20)
            suite_process.kill()
            raise


if __name__ == "__main__":
    sys.exit(main())
