"""`hallmark replay FILE`: play a recorded failure again and check its property."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from pydantic import BaseModel, Field, ValidationError

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.pytest_plugin.options import SUITE_OPTIONS
from hallmark_rl.extras import require_extras
from hallmark_rl.sdk.common.http_headers import parse_headers
from hallmark_rl.typer_app import new_app


class _Call(BaseModel):
    op: Literal["reset", "step", "state"]
    action: dict[str, Any] | None = None
    options: dict[str, Any] = {}
    session: int = Field(default=0, ge=0)


class _Episode(BaseModel):
    calls: list[_Call]
    label: str = ""


class _Record(BaseModel):
    """What must be in a file of `replays/`; it may hold more."""

    property: str
    subject: str
    episode: _Episode
    proof: str = ""
    seed: int = 0
    env_args: str = ""


def read_record(file: Path) -> dict[str, Any]:
    """The content of a file that a run wrote to `replays/`.

    Raises:
        ValueError: it is not such a file; the message is one line.
    """
    try:
        content: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"it cannot be read ({error})") from error
    except ValueError as error:
        raise ValueError(f"it is not JSON ({error})") from error
    if not isinstance(content, dict):
        raise ValueError("it holds no JSON object")
    try:
        record = _Record.model_validate(content)
        env_args = ast.literal_eval(record.env_args or "{}")
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        problem = "is no object" if first["type"] == "model_type" else first["msg"].lower()
        raise ValueError(f"{place}: {problem}") from error
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError("env_args: it holds no literal") from error
    if not isinstance(env_args, dict):
        raise ValueError("env_args: it holds no dict")
    if record.property not in catalogue():
        raise ValueError(f"property: {record.property} is not in the catalogue")
    return content


def replay(
    file: Annotated[
        Path,
        typer.Argument(help="a file that a run wrote to replays/", exists=True, dir_okay=False),
    ],
    env: Annotated[
        str, typer.Option(help="play on this environment, not on the recorded one")
    ] = "",
    folder: Annotated[
        str, typer.Option("--folder", help=f"{SUITE_OPTIONS['folder'].help}; default: the recorded")
    ] = "",
    header: Annotated[
        list[str] | None, typer.Option("--header", help=SUITE_OPTIONS["header"].help)
    ] = None,
) -> None:
    """Play a recorded failure again, print each call with its result, and check the property."""
    require_extras("hallmark replay", "openenv", "conformance")
    from hallmark_rl.conformance.engine.replay import replayed

    try:
        headers = parse_headers(header or [])
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    try:
        record = read_record(file)
    except ValueError as error:
        print(f"{file} is not a recorded failure of this suite: {error}", file=sys.stderr)
        raise typer.Exit(2) from error
    entry = catalogue()[record["property"]]
    result, lines = replayed(record, env or record["subject"], folder=folder, headers=headers)
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
