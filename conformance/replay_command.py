"""`hallmark replay FILE`: play a recorded failure again and check its property."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.extras import require_extras
from hallmark_rl.typer_app import new_app


def replay(
    file: Annotated[
        Path,
        typer.Argument(help="a file that a run wrote to replays/", exists=True, dir_okay=False),
    ],
    env: Annotated[
        str, typer.Option(help="play on this environment, not on the recorded one")
    ] = "",
) -> None:
    """Play a recorded failure again, print each call with its result, and check the property."""
    require_extras("hallmark replay", "openenv", "conformance")
    from hallmark_rl.conformance.engine.replay import replayed

    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        entry = catalogue()[record["property"]]
        subject = env or record["subject"]
    except (ValueError, KeyError, TypeError) as error:
        print(f"{file} is not a recorded failure of this suite: {error!r}", file=sys.stderr)
        raise typer.Exit(2) from error
    result, lines = replayed(record, subject)
    print(*lines, sep="\n")
    if result.status == "fail":
        print(f"still broken: {entry.id}: {result.message}")
    else:
        print(f"{entry.id}: {result.status} {result.message}".rstrip())
    raise typer.Exit(1 if result.status in ("fail", "error") else 0)


app = new_app(
    replay,
    exit_codes={1: "the property is still broken, or it could not be checked"},
    example="hallmark replay replays/my_env/reset.seed_zero.json",
)
