"""`hallmark gate ENV` proves an environment and stamps it; `hallmark check ENV` verifies a stamp.

    hallmark gate envs/wordle            # runs the suite, writes envs/wordle/hallmark.json
    hallmark check envs/wordle           # in under a second: the environment is not imported

The stamp is written only if every MUST property holds or a declared capability excludes it.
"""

from __future__ import annotations

import datetime
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from hallmark_rl.conformance.check_command import check, check_scorer, print_check
from hallmark_rl.conformance.core.subject_name import subject_name
from hallmark_rl.conformance.engine.subject_kind import kind_of
from hallmark_rl.conformance.harbor import PREFIX as HARBOR_PREFIX
from hallmark_rl.conformance.prove import (
    EXIT_CODES,
    EnvArgOption,
    HeaderOption,
    ProofOption,
    ReportOption,
    SeedOption,
    TasksOption,
    WaiversOption,
    suite_options,
)
from hallmark_rl.conformance.pytest_plugin.options import SUITE_OPTIONS
from hallmark_rl.conformance.scorers.scorer_spec import is_server
from hallmark_rl.conformance.stamp_subject import StampSubject
from hallmark_rl.conformance.suite_process import run_suite
from hallmark_rl.exit_status import INTERRUPTED, call_as_command, started_as
from hallmark_rl.extras import require_extras
from hallmark_rl.sdk.common.http_headers import parse_headers
from hallmark_rl.sdk.hallmark import (
    FILE,
    Hallmark,
    Waived,
    content_hash,
    read_hallmark,
)
from hallmark_rl.sdk.staged_files import STAGED_FILE_LIST
from hallmark_rl.sdk.subject.env_args import read_env_args
from hallmark_rl.typer_app import new_app, run_app

_COMPLETE = (0, 1, 6)
"""The exit statuses of a run that checked everything."""


class StampProfile(StrEnum):
    """The profiles that are enough for a stamp."""

    DEFAULT = "default"
    THOROUGH = "thorough"


def _existing(env: str) -> str:
    """An argument that names a folder must name one that exists."""
    if kind_of(env) == "environment" and not Path(env).is_dir():
        raise typer.BadParameter(f"Directory '{env}' does not exist.")
    return env


def gate(
    env: Annotated[
        str,
        typer.Argument(
            metavar="ENV",
            help="the folder of the environment, scorer:module:function, nemo+http://HOST:PORT, a "
            "task set such as reasoning_gym:NAME, gym:ID, or harbor:FOLDER",
            callback=_existing,
        ),
    ],
    check: Annotated[bool, typer.Option("--check", help="only verify an existing stamp")] = False,
    tasks: TasksOption = None,
    env_arg: EnvArgOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="of a task set: the folder for its tasks and its stamp; default: its name"
        ),
    ] = None,
    proof: ProofOption = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            help="of nemo+http://...: the folder that the server was started from, whose files the "
            "stamp covers",
            exists=True,
            file_okay=False,
        ),
    ] = None,
    header: HeaderOption = None,
    profile: Annotated[
        StampProfile, typer.Option("--profile", help=SUITE_OPTIONS["profile"].help)
    ] = StampProfile.DEFAULT,
    seed: SeedOption = 0,
    report_dir: ReportOption = None,
    waivers: WaiversOption = None,
) -> None:
    """Prove an environment and stamp it with hallmark.json; remove a former stamp on failure.

    The stamp of a scorer lies beside its tasks, that of a task set in the folder of --out, that of
    gym:ID beside the file of --proof, that of harbor:FOLDER in the folder.
    """
    kind = kind_of(env)
    is_remote = is_server(env)
    if ((header or folder) and not is_remote) or (is_remote and folder is None and not check):
        raise typer.BadParameter(
            "--folder DIR and --header belong to nemo+http://..., which needs --folder: the files "
            "of the server, so that a change is noticed"
        )
    if (kind == "scorer") != (tasks is not None):
        raise typer.BadParameter("--tasks FILE belongs to an answer scorer, and it needs one")
    if kind != "task_set" and out is not None:
        raise typer.BadParameter("--out belongs to a task set, such as reasoning_gym:NAME")
    if kind not in ("task_set", "gym") and env_arg:
        raise typer.BadParameter(
            "--env-arg belongs to a task set, such as reasoning_gym:NAME, or to gym:ID"
        )
    if kind == "task_set":
        out = out or Path(subject_name(env))
    if check:
        beside = tasks or (proof if kind == "gym" else None)
        place = out or (beside.parent if beside is not None else env.removeprefix(HARBOR_PREFIX))
        raise typer.Exit(print_check(str(place)))
    require_extras("hallmark gate", "openenv", "conformance")
    try:
        try:
            headers = parse_headers(header or [])
            subject = _subject(env, tasks, proof, env_arg or (), out, folder, headers)
        except ValueError as error:
            print(f"nothing was proved: {error}", file=sys.stderr)
            raise typer.Exit(2) from None
        options = [f"{SUITE_OPTIONS['env_arg'].long}={pair}" for pair in env_arg or ()]
        options += suite_options(
            profile=profile, seed=seed, tasks=tasks, proof=proof, waivers=waivers
        )
        raise typer.Exit(
            prove_and_stamp(subject, [*options], waivers, report_dir, headers=header or ())
        )
    except KeyboardInterrupt:
        print(f"interrupted: nothing was written in {env}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


def _subject(
    env: str,
    tasks: Path | None,
    proof: Path | None,
    env_arg: Sequence[str],
    out: Path | None,
    served: Path | None,
    headers: Mapping[str, str],
) -> StampSubject:
    """What is to be stamped; ValueError if it cannot be loaded."""
    if out is not None:
        from hallmark_rl.conformance.stamp_scorer import task_set_to_stamp

        return task_set_to_stamp(env, read_env_args(env_arg), out, proof)
    if tasks is not None:
        from hallmark_rl.conformance.stamp_scorer import scorer_to_stamp

        return scorer_to_stamp(env, tasks, proof, served, headers)
    if kind_of(env) == "gym":
        from hallmark_rl.conformance.stamp_gym import gym_to_stamp

        return gym_to_stamp(env, read_env_args(env_arg), proof)
    if kind_of(env) == "harbor":
        from hallmark_rl.conformance.stamp_harbor import harbor_to_stamp

        return harbor_to_stamp(env)
    folder = Path(env)
    return StampSubject(
        spec=str(folder),
        folder=folder,
        name=folder.resolve().name,
        content=lambda: content_hash(folder),
    )


def prove_and_stamp(
    subject: StampSubject,
    options: Sequence[str],
    waivers: Path | None,
    report_dir: Path | None,
    *,
    headers: Iterable[str] = (),
) -> int:
    """Run the suite; write the stamp if everything holds, and remove a former one if not.

    A run that cannot be made, or did not come to its end, leaves a former stamp as it is. So does
    one that finds what a valid stamp says already.

    Args:
        subject: the environment or scorer.
        options: options of the suite, but for the folder of its reports.
        waivers: file of accepted failures, also among the options.
        report_dir: the folder of the reports; None for `.hallmark/NAME`.
        headers: HTTP headers for a server.

    Returns the exit status.
    """
    folder = subject.folder
    problem = _obstacle(subject, report_dir)
    if problem:
        print(f"nothing was proved: {problem}", file=sys.stderr)
        return 2
    before = subject.content()
    reports = report_dir or _report_folder(subject.name)
    began = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    place = suite_options(report_dir=reports)
    status = run_suite(subject.spec, ["-q", *options, *place], headers=headers)
    report = _read_report(reports / "report.json", began)
    try:
        changed = subject.content() != before
    except OSError as error:
        print(f"{subject.spec} cannot be read any more: {error}", file=sys.stderr)
        return 1
    if changed:
        print(f"{subject.spec} changed while it was proved: run again", file=sys.stderr)
        return 1
    if not report or report.get("unchecked") or status not in _COMPLETE:
        print(f"the suite did not run to its end: {folder / FILE} is unchanged", file=sys.stderr)
        return status or 1
    if status != 0 or not report.get("proved"):
        print(f"{subject.spec} is not proved: no {FILE} was written", file=sys.stderr)
        try:
            (folder / FILE).unlink(missing_ok=True)
        except OSError as error:
            print(f"a former {FILE} could not be removed: {error}", file=sys.stderr)
        return status or 1
    stamp = _hallmark(subject, before, report, waivers)
    count = f"{report['counts']['pass']} properties hold"
    if _is_same(folder, stamp):
        print(f"{folder / FILE}: {count}, as it says already")
        return 0
    try:
        written = stamp.save(folder)
    except OSError as error:
        print(f"{subject.spec} is proved, but no {FILE} could be written: {error}", file=sys.stderr)
        return 1
    scope = f" at {report['variants']}" if report.get("variants") else ""
    print(f"{written}: {count}{scope}")
    return 0


def _obstacle(subject: StampSubject, report_dir: Path | None) -> str:
    """What would make a run of the suite useless; empty if nothing is known."""
    folder = subject.folder
    try:
        subject.content()
    except (OSError, ValueError) as error:
        return f"{subject.spec} cannot be read: {error}"
    if (folder / STAGED_FILE_LIST).exists():
        return f"{folder} was staged and lacks its proof: prove the folder that it was made from"
    if not _is_writable(folder) or ((folder / FILE).exists() and not _can_replace(folder / FILE)):
        return f"{FILE} cannot be written in {folder}: make it writable, or use `hallmark prove`"
    if report_dir is not None and not _is_writable(report_dir):
        return f"no report can be written in {report_dir}: choose another --report-dir"
    try:
        tempfile.gettempdir()
    except OSError as error:
        return f"there is no folder for temporary files ({error}): set TMPDIR"
    return ""


def _is_writable(folder: Path) -> bool:
    """Whether files can be made in a folder; makes the folder if it does not exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return os.access(folder, os.W_OK)
    except OSError:
        return False


def _can_replace(path: Path) -> bool:
    """Whether a file is a regular one that may be written."""
    return path.is_file() and os.access(path, os.W_OK)


def _report_folder(name: str) -> Path:
    """`.hallmark/NAME`, or a new folder for temporary files if the working directory is not ours.

    The suite names its report, which must outlive this process.
    """
    usual = Path(".hallmark") / name
    return usual if _is_writable(usual) else Path(tempfile.mkdtemp(prefix="hallmark-report-"))


def _read_report(path: Path, began: str) -> dict[str, Any]:
    """The report of the run that began at a time; empty if there is none, or an older one."""
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    is_ours = isinstance(report, dict) and report.get("made", "") >= began
    return report if is_ours else {}


def _is_same(folder: Path, stamp: Hallmark) -> bool:
    """Whether the folder has a valid stamp that differs in nothing but date and duration."""
    problems = check_scorer(folder) if stamp.subject else check(folder)
    if problems or problems is None:
        return False
    former = read_hallmark(folder)
    if former is None:
        return False
    passing = {"made", "seconds"}
    return former.model_dump(exclude=passing) == stamp.model_dump(exclude=passing)


def _hallmark(
    subject: StampSubject, content: str, report: dict[str, Any], waivers: Path | None
) -> Hallmark:
    """The stamp for a subject with the content hash `content`, from the suite's report."""
    # Of a proved subject only a SHOULD property can be unproved, and decides nothing.
    results = {
        row["id"]: "untried" if row["verdict"] == "unproved" else row["verdict"]
        for row in report["rows"]
    }
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
        name=subject.name,
        subject="" if subject.files is None else subject.spec,
        args=dict(subject.args),
        files=subject.files or (),
        content_hash=content,
        made=report["made"],
        profile=report["profile"],
        seed=report["seed"],
        seconds=round(report["seconds"], 1),
        versions=report["versions"],
        results=results,
        variants=report.get("variants", ""),
        waived=waived,
    )


app = new_app(gate, exit_codes=EXIT_CODES, example="hallmark gate my_env --report-dir reports")


def main(arguments: list[str] | None = None, prog: str = "python -m conformance.gate") -> int:
    """`python -m conformance.gate ARGUMENTS`; returns the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    return call_as_command(lambda: run_app(app, prog, words))


if __name__ == "__main__":
    sys.exit(main(prog=started_as("python -m conformance.gate")))
