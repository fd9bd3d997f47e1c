"""Create and audit coding tasks: `hallmark audit new NAME`, `hallmark audit run [NAME ...]`."""

from __future__ import annotations

import keyword
import os
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer

from hallmark_rl.command_text import command_text
from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.coding.importers import UnknownTaskFormat, read_tasks
from hallmark_rl.sdk.coding.task_audit import AuditReport, audit_task
from hallmark_rl.sdk.coding.task_file import TaskFileError, class_name, load_task
from hallmark_rl.typer_app import help_epilog, new_app, run_app

from . import catalog
from .catalog import FILE_LEVELS, task_files

app = new_app(
    no_args_is_help=True,
    help="Write and audit tasks of the coding environment.",
    epilog=help_epilog({1: "`run`: a task fails its audit"}, "hallmark audit run --verbose"),
)

_TEMPLATES = Path(__file__).with_name("templates")
_HEAD = """\
# The audit of every task file

Written by `hallmark audit run --table docs/coding-audit.md`. *Killed*: first-order mutants of the
reference that fail some case of the task's pool. *Equivalent*: mutants that the task file declares
equivalent (the change has no effect); all of them pass the pool. *Episode*: a lower bound of the
mean probability that the tests of one episode catch a mutant. *Best trivial*: the largest share of
tests that a constant, an echo of an argument, a lookup table or an object equal to everything
passes, and which program. None passes all tests of an episode, and a share of the tests earns
nothing.

| level | task | | killed | equivalent | episode | best trivial | which |
|---|---|---|---|---|---|---|---|
"""


@app.command(epilog=help_epilog({}, "hallmark audit new run_lengths --level 3"))
def new(
    name: Annotated[
        str,
        typer.Argument(help="File name, such as run_lengths (class RunLengths)"),
    ],
    level: Annotated[int, typer.Option(help="2 one line, 3 algorithm, 4 class, 5 parser")] = 0,
    of_class: Annotated[
        bool, typer.Option("--class", help="Write a class, not a function")
    ] = False,
) -> None:
    """Write a task file from a template; it passes its audit as it is. Then edit it."""
    if not name.isidentifier() or name != name.lower() or keyword.iskeyword(name):
        raise typer.BadParameter(
            f"{name!r} cannot name a function: use lower-case letters, digits, _"
        )
    level = level or (4 if of_class else FILE_LEVELS[0])
    if level not in FILE_LEVELS:
        raise typer.BadParameter(f"level {level} is none of {FILE_LEVELS}: choose one of these")
    taken = [path for _, _, path in task_files() if path.stem == name]
    if taken:
        raise typer.BadParameter(f"{taken[0]} exists: choose another name")
    path = catalog.TASKS / f"level{level}" / f"{name}.py"
    template = _TEMPLATES / ("class_task.py" if of_class else "function_task.py")
    text = template.read_text(encoding="utf-8")
    text = text.replace("NAME", class_name(name) if of_class else name)
    path.write_text(text, encoding="utf-8")
    again = command_text("audit", "run", name, "--verbose")
    typer.echo(f"{path}: edit it, then run: {again}")


@app.command(epilog=help_epilog({1: "a task fails its audit"}, "hallmark audit run --verbose"))
def run(
    names: Annotated[list[str] | None, typer.Argument(help="Names; all tasks if none")] = None,
    workers: Annotated[int, typer.Option(help="Sandbox workers")] = min(4, os.cpu_count() or 1),
    verbose: Annotated[bool, typer.Option(help="Show the reports of tasks that pass, too")] = False,
    table: Annotated[Path | None, typer.Option(help="Write a Markdown table to this file")] = None,
) -> None:
    """Audit task files. The exit status is 1 if any fails."""
    paths = [path for _, _, path in task_files() if not names or path.stem in names]
    missing = set(names or ()) - {path.stem for path in paths}
    if missing:
        raise typer.BadParameter(
            f"no such task: {', '.join(sorted(missing))}; tasks are in {catalog.TASKS}"
        )
    started = time.perf_counter()
    reports = []
    with Sandbox(workers=workers, require="process") as sandbox:
        for report in _reports(paths, sandbox, workers):
            reports.append(report)
            if verbose or not report.passed:
                typer.echo(report.text())
    if table:
        table.write_text(_table(paths, reports), encoding="utf-8")
    _summary(reports, time.perf_counter() - started)


@app.command(epilog=help_epilog({}, "hallmark audit jsonl HumanEval.jsonl.gz --verbose"))
def jsonl(
    path: Annotated[Path, typer.Argument(help="JSON lines, plain or .gz")],
    workers: Annotated[int, typer.Option(help="Sandbox workers")] = min(4, os.cpu_count() or 1),
    verbose: Annotated[bool, typer.Option(help="Show the reports of tasks that pass, too")] = False,
) -> None:
    """Audit the tests of a HumanEval, EvalPlus or MBPP file. The exit status is 0."""
    started = time.perf_counter()
    try:
        tasks = read_tasks(path)
    except (OSError, UnknownTaskFormat) as error:
        raise typer.BadParameter(str(error)) from error
    with (
        Sandbox(workers=workers, require="process") as sandbox,
        ThreadPoolExecutor(workers) as pool,
    ):
        reports = list(pool.map(lambda task: task.audit(sandbox), tasks))
    for report in reports:
        if verbose or not report.passed:
            typer.echo(report.text())
    passed = sum(report.passed for report in reports)
    typer.echo(f"{passed} of {len(reports)} pass, {time.perf_counter() - started:.0f} s")


def _reports(paths: list[Path], sandbox: Sandbox, workers: int) -> Iterator[AuditReport]:
    def report_on(path: Path) -> AuditReport:
        try:
            return audit_task(load_task(path), sandbox)
        except TaskFileError as error:
            return AuditReport(path.stem, [str(error)])
        except Exception as error:  # raised by code of the task file
            frames = traceback.extract_tb(error.__traceback__)
            line = next((f.lineno for f in reversed(frames) if f.filename == str(path)), None)
            if line is None:
                raise
            problem = f"{path}, line {line}: {type(error).__name__}: {error}"
            return AuditReport(path.stem, [problem])

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(report_on, paths)


def _table(paths: list[Path], reports: list[AuditReport]) -> str:
    rows = [_HEAD]
    for path, report in zip(paths, reports, strict=True):
        share, label = report.best_trivial
        rows.append(
            f"| {path.parent.name[-1]} | `{report.name}` | {'' if report.passed else 'FAILED'} "
            f"| {report.killed} of {report.counted} | {report.equivalent} "
            f"| {report.caught or 0:.1%} | {share:.0%} | {label.replace('|', '/')} |\n"
        )
    return "".join(rows)


def _summary(reports: list[AuditReport], seconds: float) -> None:
    failed = [report.name for report in reports if not report.passed]
    counted = sum(report.counted for report in reports)
    killed = sum(report.killed for report in reports)
    equivalent = sum(report.equivalent for report in reports)
    typer.echo(
        f"{len(reports)} tasks, {len(failed)} failed; {killed} of {counted} mutants killed, "
        f"{equivalent} declared equivalent; {seconds:.0f} s"
    )
    if failed:
        typer.echo(f"failed: {', '.join(failed)}")
        raise typer.Exit(1)


if __name__ == "__main__":
    sys.exit(
        call_as_command(
            lambda: run_app(app, started_as("python -m envs.coding.audit"), sys.argv[1:])
        )
    )
