"""`hallmark check ENV`: whether a folder, or the server at an address, is what was proved.

hallmark check envs/wordle
hallmark check https://me-wordle.hf.space --folder envs/wordle
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from hallmark_rl.command_text import command_text
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.stage_problem import StageProblem
from hallmark_rl.conformance.engine.subject_kind import catalogue_of, kind_of
from hallmark_rl.conformance.scorers.scorer_spec import is_server
from hallmark_rl.sdk.common.http_headers import parse_headers
from hallmark_rl.sdk.file_hashes import STAMP_FILE
from hallmark_rl.sdk.hallmark import (
    Hallmark,
    check_hallmark,
    check_scorer_hallmark,
    content_hash,
    read_hallmark,
    stamp_problems,
)
from hallmark_rl.sdk.subject.importing import SKIPPED
from hallmark_rl.typer_app import new_app

FolderArgument = Annotated[
    Path,
    typer.Argument(
        metavar="ENV", help="the folder of the environment", exists=True, file_okay=False
    ),
]
_UNUSED_BY_THE_SERVER = ("README.md", "Dockerfile", "hallmark.json")
"""Staged files that a hub may rewrite; a changed stamp shows in its own content."""


def check_command(
    env: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ENV",
            help="folders of environments, or a server's address; by default every folder below "
            "this one that has a stamp",
            show_default=False,
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            help="the folder that the server at the address was made from",
            exists=True,
            file_okay=False,
        ),
    ] = None,
    header: Annotated[
        list[str] | None,
        typer.Option("--header", help="HTTP header for the server, such as 'Authorization: ...'"),
    ] = None,
) -> None:
    """Verify a stamp: it is there, complete, and the files, or the server's, are unchanged."""
    if folder is not None and not (env and all(map(_is_address, env))):
        raise typer.BadParameter("--folder belongs to the address of a server")
    try:
        headers = parse_headers(header or [])
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    chosen = env or [str(path) for path in stamped_folders(Path())]
    if not chosen:
        raise typer.BadParameter(
            f"no folder below {Path.cwd()} has a {STAMP_FILE}: name the folder of an environment"
        )
    missing = [item for item in chosen if not _is_address(item) and not Path(item).is_dir()]
    if missing:
        raise typer.BadParameter(f"there is no folder {missing[0]}")
    raise typer.Exit(max([print_check(item, folder, headers) for item in chosen]))


def stamped_folders(top: Path) -> list[Path]:
    """The folders below `top` that hold a stamp, sorted.

    Hidden folders, virtual environments and folders of tests or built files are not searched.
    """
    found = []
    for place, folders, files in os.walk(top):
        folders[:] = [name for name in folders if name not in SKIPPED and name[0] != "."]
        if STAMP_FILE in files:
            found.append(Path(place))
    return sorted(found)


def print_check(env: str, folder: Path | None = None, headers: dict[str, str] | None = None) -> int:
    """Check a folder or an address, print the outcome, and return the exit status."""
    if _is_address(env):
        problems = check_server(ServerAddress(env, headers or {}), folder)
    else:
        of_scorer = check_scorer(Path(env))
        problems = check(Path(env)) if of_scorer is None else of_scorer
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        outcome = "runs what was proved" if _is_address(env) else "proved, and unchanged since"
        print(f"{env}: {outcome}")
    return 1 if problems else 0


def check(folder: Path) -> list[str]:
    """The problems of a folder's stamp, with the remedy for each; empty if it is valid.

    A stamp that lacks a MUST property of this version of the suite is a problem too.
    """
    problems = check_hallmark(folder)
    stamp = None if problems else read_hallmark(folder)
    if stamp is None:
        return problems
    return _gaps(stamp, str(folder), f"run: {command_text('gate', folder)}")


def check_scorer(folder: Path) -> list[str] | None:
    """The problems of a stamp that is a scorer's; None if it is not, or there is none."""
    try:
        stamp = read_hallmark(folder)
    except (OSError, ValueError):
        return None
    if stamp is None or not stamp.subject:
        return None
    remedy = f"run: {command_text('gate', stamp.subject, *_gate_options(stamp, folder))}"
    problems = check_scorer_hallmark(folder, stamp, remedy)
    return problems or _gaps(stamp, str(folder), remedy)


def _gate_options(stamp: Hallmark, folder: Path) -> list[object]:
    """The options of `hallmark gate` that make the stamp of something else than a folder again."""
    kind = kind_of(stamp.subject)
    if kind == "scorer":
        return ["--tasks", "FILE", *(["--folder", "DIR"] if is_server(stamp.subject) else [])]
    place = ["--out", folder] if kind == "task_set" else []
    return [
        *(f"--env-arg={name}={json.dumps(value)}" for name, value in stamp.args.items()),
        *place,
    ]


def check_server(address: ServerAddress, folder: Path | None = None) -> list[str]:
    """Why the server at an address may not run what was proved; empty if it says that it does.

    The server computes the hash of its own files. A server that lies is not found out here, but by
    `hallmark prove URL`.

    Args:
        address: the server.
        folder: the environment's folder; its stamp must be valid, and for the files that run.
    """
    from hallmark_rl.conformance.deploy.server_checks import server_record

    try:
        record = server_record(address, timeout=5.0)
    except StageProblem as problem:
        return [str(problem)]
    served = record["content_hash"]
    remedy = "stage and push it again"
    if record.get("problem"):
        return [f"{address} cannot read its own files: {record['problem']}"]
    problems = []
    try:
        stamp = Hallmark.model_validate(record.get("stamp"))
    except ValueError:
        problems.append(f"{address} has no hallmark.json: it was not proved; {remedy}")
    else:
        if stamp.content_hash != served:
            problems.append(
                f"{address} runs files that have changed since they were proved on {stamp.made}; "
                f"{remedy}"
            )
        problems += stamp_problems(stamp, str(address), remedy)
        problems += [] if problems else _gaps(stamp, str(address), remedy)
    changed = record.get("changed")
    names = [str(name) for name in changed] if isinstance(changed, list) else []
    if others := [name for name in names if name not in _UNUSED_BY_THE_SERVER]:
        problems.append(f"{address}: changed since it was staged: {', '.join(others)}; {remedy}")
    if folder is not None:
        problems += check(folder)
        own = content_hash(folder)
        if own != served:
            problems.append(
                f"{address} runs other files ({served[:12]}) than {folder} holds ({own[:12]}); "
                f"{remedy}"
            )
    return problems


def _gaps(stamp: Hallmark, where: str, remedy: str) -> list[str]:
    """What a stamp does not say about the properties of this version of the suite."""
    profile = PROFILES.get(stamp.profile)
    if profile is None or not profile.covers("default"):
        return [f"{where} was proved with the profile {stamp.profile} only; {remedy}"]
    missing = [
        entry.id
        for entry in catalogue_of(stamp.subject).values()
        if entry.level == "MUST" and profile.covers(entry.profile) and entry.id not in stamp.results
    ]
    if missing:
        return [f"the stamp of {where} says nothing about {', '.join(missing)}; {remedy}"]
    return []


def _is_address(env: str) -> bool:
    return env.startswith(("http://", "https://", "ws://", "wss://"))


app = new_app(
    check_command,
    exit_codes={1: "the stamp is missing, stale or incomplete, or the server runs other files"},
    example="hallmark check my_env",
)
