"""Make and audit tasks: `hallmark audit new NAME`, `... audit run [NAME ...]`."""

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
from hallmark_rl.exit_status import call_as_command
from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.coding.audit import AuditReport, audit
from hallmark_rl.sdk.coding.importers import UnknownForm, read_tasks
from hallmark_rl.sdk.coding.task import TaskFileError, class_name, load_task
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

Written by `hallmark audit run --table docs/coding-audit.md`. *Killed*: first-order
mutants of the reference that the pool of tests tells from it. *Equivalent*: mutants that the file
argues to be no faults, which is checked against the pool. *Episode*: the mean chance, at least,
that the tests of one episode catch a mutant. *Best cheat*: of all constants, echoes, tables and
`__eq__` tricks the one that is right on most tests. None solves an episode; no share is paid.

| level | task | | killed | equivalent | episode | best cheat | which |
|---|---|---|---|---|---|---|---|
"""


@app.command(epilog=help_epilog({}, "hallmark audit new run_lengths --level 3"))
def new(
    name: Annotated[str, typer.Argument(help="Such as run_lengths; a class is named RunLengths")],
    level: Annotated[int, typer.Option(help="2 one line, 3 algorithm, 4 class, 5 parser")] = 0,
    of_class: Annotated[bool, typer.Option("--class", help="A class and not a function")] = False,
) -> None:
    """Write a task file that passes its audit, to be changed."""
    if not name.isidentifier() or name != name.lower() or keyword.iskeyword(name):
        raise typer.BadParameter(f"{name!r} cannot name a function: use small letters, digits, _")
    level = level or (4 if of_class else FILE_LEVELS[0])
    if level not in FILE_LEVELS:
        raise typer.BadParameter(f"level {level} is none of {FILE_LEVELS}")
    taken = [path for _, _, path in task_files() if path.stem == name]
    if taken:
        raise typer.BadParameter(f"{taken[0]} exists: choose another name")
    path = catalog.TASKS / f"level{level}" / f"{name}.py"
    template = _TEMPLATES / ("class.txt" if of_class else "function.txt")
    text = template.read_text(encoding="utf-8")
    text = text.replace("NAME", class_name(name) if of_class else name)
    path.write_text(text, encoding="utf-8")
    again = command_text("audit", "run", name, "--verbose")
    typer.echo(f"{path}: change it, then run: {again}")


@app.command(epilog=help_epilog({1: "a task fails its audit"}, "hallmark audit run --verbose"))
def run(
    names: Annotated[list[str] | None, typer.Argument(help="Tasks; all of them if none")] = None,
    workers: Annotated[int, typer.Option(help="Sandbox workers")] = min(4, os.cpu_count() or 1),
    verbose: Annotated[bool, typer.Option(help="Show the reports of sound tasks too")] = False,
    table: Annotated[Path | None, typer.Option(help="Write a Markdown table there")] = None,
) -> None:
    """Audit tasks; ends with 1 if any fails."""
    paths = [path for _, _, path in task_files() if not names or path.stem in names]
    missing = set(names or ()) - {path.stem for path in paths}
    if missing:
        raise typer.BadParameter(f"no such task: {', '.join(sorted(missing))}")
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
    verbose: Annotated[bool, typer.Option(help="Show the reports of sound tasks too")] = False,
) -> None:
    """Audit the tests of a HumanEval- or MBPP-style file; ends with 0 whatever it finds."""
    started = time.perf_counter()
    try:
        tasks = read_tasks(path)
    except (OSError, UnknownForm) as error:
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
    def one(path: Path) -> AuditReport:
        try:
            return audit(load_task(path), sandbox)
        except TaskFileError as error:
            return AuditReport(path.stem, [str(error)])
        except Exception as error:  # of the file's own code, such as a reference that fails
            frames = traceback.extract_tb(error.__traceback__)
            line = next((f.lineno for f in reversed(frames) if f.filename == str(path)), None)
            if line is None:
                raise
            problem = f"{path}, line {line}: {type(error).__name__}: {error}"
            return AuditReport(path.stem, [problem])

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(one, paths)


def _table(paths: list[Path], reports: list[AuditReport]) -> str:
    rows = [_HEAD]
    for path, one in zip(paths, reports, strict=True):
        killed, counted = one.killed, one.mutants - one.excused
        rows.append(
            f"| {path.parent.name[-1]} | `{one.name}` | {'' if one.passed else 'FAILED'} "
            f"| {killed} of {counted} | {one.excused} | {one.caught or 0:.1%} "
            f"| {one.cheat[0]:.0%} | {one.cheat[1].replace('|', '/')} |\n"
        )
    return "".join(rows)


def _summary(reports: list[AuditReport], seconds: float) -> None:
    failed = [report.name for report in reports if not report.passed]
    counted = sum(report.mutants - report.excused for report in reports)
    killed = sum(report.killed for report in reports)
    excused = sum(report.excused for report in reports)
    typer.echo(
        f"{len(reports)} tasks, {len(failed)} failed; {killed} of {counted} mutants killed, "
        f"{excused} argued equivalent; {seconds:.0f} s"
    )
    if failed:
        typer.echo(f"failed: {', '.join(failed)}")
        raise typer.Exit(1)


if __name__ == "__main__":
    sys.exit(call_as_command(lambda: run_app(app, "python -m envs.coding.audit", sys.argv[1:])))
