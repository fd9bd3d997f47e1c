"""`hallmark explain ID` and `hallmark list`: the catalogue of properties, printed."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.table import Table

from hallmark_rl.command_text import command_text
from hallmark_rl.conformance.catalogue import ALL_CHAPTERS, Property, all_properties
from hallmark_rl.typer_app import new_app, new_console

console = new_console()


def explain(
    name: Annotated[str, typer.Argument(metavar="ID", help="id of a property, or a part of it")],
) -> None:
    """Show what a property demands, why, and how to fix what breaks it."""
    properties = all_properties()
    matches = [properties[name]] if name in properties else []
    matches = matches or [entry for key, entry in properties.items() if name in key]
    if not matches:
        print(f"no property is called {name!r}; see: {command_text('list')}", file=sys.stderr)
        raise typer.Exit(2)
    for entry in matches:
        _print(entry)


def list_properties(
    chapter: Annotated[str, typer.Argument(help="only this chapter", show_default=False)] = "",
) -> None:
    """List the properties of the suite, or those of one chapter."""
    chapters = ALL_CHAPTERS
    if chapter and chapter not in chapters:
        print(
            f"no chapter is called {chapter!r}: write one of {', '.join(chapters)}", file=sys.stderr
        )
        raise typer.Exit(2)
    rows = [
        (entry.id, entry.level, entry.rule)
        for entry in all_properties().values()
        if chapter in ("", entry.chapter)
    ]
    if not console.is_terminal:  # one line for each property, for grep and others
        width = max(len(name) for name, _, _ in rows)
        print(*(f"{name:{width}}  {level:6}  {rule}" for name, level, rule in rows), sep="\n")
        return
    table = Table("id", "level", "rule", box=None)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _print(entry: Property) -> None:
    console.print(f"[bold]{entry.id}[/] ({entry.level}, chapter {entry.chapter})")
    console.print(f"  rule   {entry.rule}", markup=False)
    console.print(f"  why    {entry.why}", markup=False)
    console.print(f"  fix    {entry.fix}", markup=False)
    if entry.needs:
        console.print(f"  needs  {', '.join(entry.needs)}", markup=False)


explain_app = new_app(
    explain,
    exit_codes={2: "wrong usage, or no such property"},
    example="hallmark explain reset.seed_zero",
)
list_app = new_app(
    list_properties,
    exit_codes={2: "wrong usage, or no such chapter"},
    example="hallmark list reset",
)
