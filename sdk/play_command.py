"""`hallmark play ENV`: a page on which a person plays an environment in a browser.

hallmark play envs/wordle --private
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.extras import require_extras
from hallmark_rl.sdk.subject.env_args import read_env_args
from hallmark_rl.typer_app import new_app, run_app

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def play(
    env: Annotated[str, typer.Argument(help="a folder, module:Class, or path/to/file.py:Class")],
    private: Annotated[
        bool,
        typer.Option(
            "--private",
            help="show what only the verifier knows, and play the policies of proof.py; on this "
            "machine only",
        ),
    ] = False,
    host: Annotated[str, typer.Option(help="address to listen at")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="port; 0 for a free one", min=0, max=65535)] = 8010,
    env_arg: Annotated[
        list[str] | None,
        typer.Option(
            "--env-arg",
            metavar="NAME=VALUE",
            help="argument of the environment's constructor; may be repeated",
        ),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof", metavar="FILE", help="with --private: adds to the folder's proof.py"
        ),
    ] = None,
) -> None:
    """Play an environment in a browser: see what an agent sees, its rewards, and why."""
    if private and host not in _LOOPBACK:
        print(
            f"not started: --private shows secrets, so it listens at 127.0.0.1 only, not at {host}",
            file=sys.stderr,
        )
        raise typer.Exit(2)
    if proof is not None and not private:
        print("not started: only --private uses a proof.py, so --proof needs it", file=sys.stderr)
        raise typer.Exit(2)
    try:
        env_args = read_env_args(env_arg or ())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    require_extras("hallmark play", "openenv")
    from hallmark_rl.sdk.env_server.play_app import play_app
    from hallmark_rl.sdk.play.page_server import serve_page
    from hallmark_rl.sdk.subject.load import SubjectError, load_subject

    try:
        subject = load_subject(env, proof=proof, env_args=env_args)
        if subject.url is not None:
            raise SubjectError("a running server has a page of its own: open its address + /play")
        app = play_app(subject, private=private)
    except SubjectError as error:
        print(f"not started: {error}", file=sys.stderr)
        raise typer.Exit(1) from error
    serve_page(app, host, port, "/play", f"{subject.name}{', with its secrets' if private else ''}")


app = new_app(
    play,
    exit_codes={1: "the environment cannot be loaded, or the port is in use"},
    example="hallmark play my_env --private",
)

if __name__ == "__main__":
    started = started_as("python -m sdk.play_command")
    sys.exit(call_as_command(lambda: run_app(app, started, sys.argv[1:])))
