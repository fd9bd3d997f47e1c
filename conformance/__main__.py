"""`python -m conformance`: run the suite, explain a property, replay a failure."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from hallmark_rl.conformance.catalogue import CHAPTERS, Property, catalogue

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)
console = Console(highlight=False, soft_wrap=True)


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def run(context: typer.Context, env: Annotated[str, typer.Argument(help="the subject")]) -> None:
    """Prove SUBJECT; further options are pytest's and the suite's."""
    suite = str(Path(__file__).parent)
    command = [sys.executable, "-m", "pytest", suite, f"--env={env}", *context.args]
    raise typer.Exit(subprocess.run(command, check=False).returncode)


@app.command()
def explain(name: Annotated[str, typer.Argument(help="id of a property, or a part of it")]) -> None:
    """Say what a property demands, why, and how to fix an environment that breaks it."""
    found = [entry for key, entry in catalogue().items() if name == key]
    found = found or [entry for key, entry in catalogue().items() if name in key]
    if not found:
        console.print(f"no property is called {name!r}: python -m conformance list")
        raise typer.Exit(2)
    for entry in found:
        _explain(entry)


@app.command("list")
def list_properties(chapter: Annotated[str, typer.Argument()] = "") -> None:
    """List the properties, or those of one chapter."""
    if chapter and chapter not in CHAPTERS:
        console.print(f"no chapter is called {chapter!r}: choose one of {', '.join(CHAPTERS)}")
        raise typer.Exit(2)
    table = Table("id", "level", "rule", box=None)
    for entry in catalogue().values():
        if chapter in ("", entry.chapter):
            table.add_row(entry.id, entry.level, entry.rule)
    console.print(table)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a file from replays/", exists=True)],
    env: Annotated[str, typer.Option(help="another subject than the recorded one")] = "",
) -> None:
    """Play a recorded failure on the subject; exit status 1 if the property still breaks."""
    from hallmark_rl.conformance.engine.replay import replayed

    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    entry = catalogue()[data["property"]]
    result, lines = replayed(data, env or data["subject"])
    for line in lines:
        console.print(line, markup=False)
    if result.status == "fail":
        console.print(f"still broken: {entry.id}: {result.message}", markup=False)
        raise typer.Exit(1)
    console.print(f"{entry.id}: {result.status} {result.message}", markup=False)


def _explain(entry: Property) -> None:
    console.print(f"[bold]{entry.id}[/] ({entry.level}, chapter {entry.chapter})")
    console.print(f"  rule   {entry.rule}", markup=False)
    console.print(f"  why    {entry.why}", markup=False)
    console.print(f"  fix    {entry.fix}", markup=False)
    if entry.needs:
        console.print(f"  needs  {', '.join(entry.needs)}", markup=False)


if __name__ == "__main__":
    app()
