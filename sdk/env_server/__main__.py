"""Serve an environment from its folder: `python -m hallmark_rl.sdk.env_server FOLDER`.

Each option can also be set by a variable, such as a variable of a Space.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.extras import require_extras
from hallmark_rl.sdk.env_server.connection_limits import Limits
from hallmark_rl.typer_app import new_app, run_app

_DEFAULTS = Limits()


def serve(
    folder: Annotated[Path, typer.Argument(help="folder of the environment", file_okay=False)] = (
        Path(".")
    ),
    host: Annotated[str, typer.Option(help="address to listen at")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="port to listen at", min=0, max=65535)] = 8000,
    idle_seconds: Annotated[
        float,
        typer.Option(
            envvar="HALLMARK_IDLE_SECONDS",
            help="end a session after this time without a message; 0 for never",
            min=0.0,
        ),
    ] = _DEFAULTS.idle_seconds or 0.0,
    max_sessions: Annotated[
        int,
        typer.Option(
            envvar="HALLMARK_MAX_SESSIONS",
            help="most sessions at a time; 0 for the environment's own limit",
            min=0,
        ),
    ] = 0,
    max_message_bytes: Annotated[
        int,
        typer.Option(
            envvar="HALLMARK_MAX_MESSAGE_BYTES", help="largest message or request body", min=1024
        ),
    ] = _DEFAULTS.max_message_bytes,
    play: Annotated[
        bool,
        typer.Option(
            "--play/--no-play", envvar="HALLMARK_PLAY", help="serve /play, a page for a person"
        ),
    ] = True,
) -> None:
    """Serve one environment: OpenEnv's routes, the stamp at /hallmark, and limits on clients."""
    require_extras("An environment's server", "openenv")
    import uvicorn

    from hallmark_rl.sdk.env_server.deployed_app import deployed_app
    from hallmark_rl.sdk.subject.diagnosis import SubjectError

    limits = Limits(idle_seconds or None, max_sessions or None, max_message_bytes)
    try:
        app = deployed_app(folder, limits, play=play)
    except SubjectError as error:
        print(f"not served: {error}", file=sys.stderr)
        raise typer.Exit(1) from error
    # A client that answers no ping is gone: uvicorn closes its connection after twice 20 s.
    uvicorn.run(
        app,
        host=host,
        port=port,
        ws_max_size=max_message_bytes,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=10,
        log_level="info",
    )


app = new_app(
    serve,
    exit_codes={1: "the environment cannot be loaded"},
    example="python -m hallmark_rl.sdk.env_server my_env --port 8000",
)

if __name__ == "__main__":
    started = started_as("python -m hallmark_rl.sdk.env_server")
    sys.exit(call_as_command(lambda: run_app(app, started, sys.argv[1:])))
