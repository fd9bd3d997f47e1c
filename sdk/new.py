"""`hallmark new my_env`: write a new environment that passes the conformance suite as it is.

The scaffold is a small game with its proof, tests and server. Its README says what to change first.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from pathlib import Path
from typing import Annotated

import jinja2
import typer
from rich.markup import escape

from hallmark_rl.command_text import command_text
from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.extras import missing_extras
from hallmark_rl.typer_app import new_app, new_console, run_app

TEMPLATES = Path(__file__).parent / "templates" / "env"
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class NameProblem(ValueError):
    """The name or the folder of a new environment cannot be used; the message says why."""


def create(name: str, into: Path) -> list[Path]:
    """Write the environment `name` as a folder in `into`.

    Returns:
        The paths of its files.

    Raises:
        NameProblem: `name` is not a package name or hides another package, or the folder exists.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise NameProblem(f"{name!r} cannot be a package: use lower-case letters, digits and _")
    folder = into / name
    if folder.exists():
        raise NameProblem(f"{folder} exists already: choose another name or place")
    other = importlib.util.find_spec(name)
    if other is not None and other.origin is not None:
        raise NameProblem(f"{name!r} is the package in {other.origin}: choose another name")
    words = [word for word in name.split("_") if word]
    names = {
        "name": name,
        "class": "".join(word.capitalize() for word in words),
        "title": " ".join(word.capitalize() for word in words),
    }
    jinja = jinja2.Environment(
        undefined=jinja2.StrictUndefined, keep_trailing_newline=True, autoescape=False
    )
    written = []
    for template in sorted(TEMPLATES.rglob("*.j2")):
        path = jinja.from_string(str(template.relative_to(TEMPLATES))).render(names)
        target = folder / path.removesuffix(".j2")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(jinja.from_string(template.read_text("utf-8")).render(names), "utf-8")
        written.append(target)
    return written


def main(
    name: Annotated[str, typer.Argument(help="name of the environment, such as my_env")],
    into: Annotated[Path, typer.Option(help="the folder to put it in")] = Path("."),
) -> None:
    """Write a new environment that passes the conformance suite as it is."""
    console = new_console()
    try:
        written = create(name, into)
    except (NameProblem, OSError) as problem:
        console.print(f"[red]{escape(str(problem))}[/red]")
        raise typer.Exit(2) from problem
    for path in written:
        console.print(f"  [dim]wrote[/dim] {path}")
    folder = into / name
    lacking = missing_extras("Proving it", "openenv", "conformance")
    console.print(f"\n{lacking}" if lacking else "", markup=False)
    console.print(f"Prove it:   {command_text('prove', folder)}")
    console.print(f"Then read:  {folder / 'README.md'} (what to change first)")


app = new_app(
    main,
    exit_codes={2: "wrong usage, or a name or place that cannot be used"},
    example="hallmark new my_env --into envs",
)

if __name__ == "__main__":
    sys.exit(call_as_command(lambda: run_app(app, started_as("python -m sdk.new"), sys.argv[1:])))
