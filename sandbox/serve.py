"""`hallmark serve` and `python -m sandbox.serve`: the sandbox over HTTP."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.extras import require_extras
from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.run_limits import Limits, parse_size
from hallmark_rl.sandbox.host.sandbox import Sandbox
from hallmark_rl.sandbox.service.settings import ServiceSettings
from hallmark_rl.task_sets import TASK_SETS
from hallmark_rl.typer_app import new_app, run_app

_USAGE, _UNAVAILABLE = 2, 5
_TOKEN_VARIABLE = "HALLMARK_TOKEN"


class LogLevel(StrEnum):
    """What is logged: `debug` adds health checks, `warning` leaves out requests."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"


class Level(StrEnum):
    """The isolation levels, as choices of an option."""

    KERNEL = "kernel"
    FILTERED = "filtered"
    PROCESS = "process"


def serve(
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="the port; 0 for a free one")] = 8642,
    workers: Annotated[
        int | None, typer.Option(min=1, help="programs at a time; by default one for each CPU")
    ] = None,
    require: Annotated[
        Level, typer.Option(help="the lowest isolation level that a run may have")
    ] = Level.KERNEL,
    token_file: Annotated[
        Path | None,
        typer.Option(
            help=f"a file with one bearer token a line; without it, {_TOKEN_VARIABLE} is read",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    package: Annotated[
        list[str] | None,
        typer.Option(help="a third-party package that programs can import, such as numpy"),
    ] = None,
    task_set: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=MODULE:OBJECT", help="a further task set, see ServedTasks"),
    ] = None,
    queue: Annotated[int, typer.Option(min=0, help="jobs that may wait for a worker")] = 256,
    max_wait: Annotated[float, typer.Option(help="seconds that a job may wait")] = 60.0,
    max_body: Annotated[str, typer.Option(help="the largest request, such as 16M")] = "16M",
    max_wall: Annotated[float, typer.Option(help="the largest time limit, in seconds")] = 60.0,
    max_memory: Annotated[str, typer.Option(help="the largest memory limit, such as 2G")] = "2G",
    max_results: Annotated[str, typer.Option(help="the largest limit on results")] = "16M",
    max_output: Annotated[str, typer.Option(help="the largest limit on output")] = "4M",
    log_level: Annotated[LogLevel, typer.Option(help="what is logged")] = LogLevel.INFO,
    drain: Annotated[
        int, typer.Option(min=0, help="seconds that requests may take after SIGTERM")
    ] = 30,
) -> None:
    """Serve the sandbox over HTTP: SandboxFusion's /run_code, and /v1/call, /v1/check, /v1/batch.

    A bearer token is required unless the address is a loopback address. The interactive
    documentation is at /docs, metrics for Prometheus are at /metrics. The address is printed, then
    logs follow on standard error, one JSON object a line.
    """
    require_extras("hallmark serve", "serve")
    loopback = _is_loopback(host)
    try:
        tokens = _tokens(token_file)
        sets = {**TASK_SETS, **dict(map(_named_place, task_set or ()))}
        settings = ServiceSettings(
            workers=workers or len(os.sched_getaffinity(0)),
            require=str(require),
            tokens=tokens,
            packages=tuple(package or ()),
            hosts=("localhost", "127.0.0.1", "[::1]", "::1", host) if loopback else ("*",),
            queue=queue,
            max_wait_s=max_wait,
            max_body_bytes=parse_size(max_body),
            max_limits=Limits(
                wall_s=max_wall,
                cpu_s=max_wall,
                memory_bytes=parse_size(max_memory),
                output_bytes=parse_size(max_output),
                result_bytes=parse_size(max_results),
            ),
        )
    except (ValueError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    if not tokens and not loopback:
        raise typer.BadParameter(
            f"{host} can be reached from other machines: give a token with --token-file or "
            f"{_TOKEN_VARIABLE}."
        )
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        status = runner.run(_serve(settings, sets, host, port, drain, log_level))
    raise typer.Exit(status)


async def _serve(
    settings: ServiceSettings,
    task_sets: Mapping[str, str],
    host: str,
    port: int,
    drain_s: int,
    log_level: LogLevel,
) -> int:
    import uvicorn

    from hallmark_rl.sandbox.service.app import create_app
    from hallmark_rl.sandbox.service.logs import LOGGER, log_to_stderr

    log_to_stderr(log_level.upper())
    try:
        box = Sandbox(settings.workers, require=settings.require, packages=settings.packages)
    except ValueError as error:
        print(error, file=sys.stderr)
        return _USAGE
    isolation = await asyncio.to_thread(lambda: box.isolation)
    if isolation.level not in LEVELS[LEVELS.index(settings.require) :]:
        await asyncio.to_thread(box.close)
        reasons = "; ".join(isolation.missing) or "no reason is known"
        print(
            f"This host gives isolation {isolation.level!r}, not {settings.require!r}: {reasons}.",
            file=sys.stderr,
        )
        return _UNAVAILABLE
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        await asyncio.to_thread(box.close)
        print(f"Cannot listen on {host} port {port}: {error.strerror}.", file=sys.stderr)
        return 1
    config = uvicorn.Config(
        create_app(settings, box, task_sets),
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=drain_s,
        timeout_keep_alive=75,
    )
    shown = f"[{host}]" if ":" in host else host
    print(f"http://{shown}:{listening.getsockname()[1]}", flush=True)
    LOGGER.info(
        "isolation %s, %d workers, %s",
        isolation.level,
        settings.workers,
        "token required" if settings.tokens else "no token: only for this machine",
    )
    # uvicorn drains, and then raises the signal again, for the handler that it replaced.
    signal.signal(signal.SIGTERM, lambda *_: None)
    server = uvicorn.Server(config)
    await server.serve([listening])
    return 0 if server.started else 1


def _tokens(file: Path | None) -> tuple[str, ...]:
    if file is None:
        token = os.environ.get(_TOKEN_VARIABLE, "")
        return (token,) if token else ()
    tokens = tuple(line.strip() for line in file.read_text().splitlines() if line.strip())
    if not tokens:
        raise ValueError(f"{file} has no token.")
    return tokens


def _named_place(text: str) -> tuple[str, str]:
    name, _, place = text.partition("=")
    if not name or not all(place.partition(":")):
        raise ValueError(f"{text!r} is not NAME=MODULE:OBJECT.")
    return name, place


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


app = new_app(
    serve,
    exit_codes={
        1: "the server could not start; standard error says why",
        _UNAVAILABLE: "this host does not provide the isolation that --require names",
    },
    example="hallmark serve --port 8642 --workers 4",
)


def main(arguments: list[str] | None = None, prog: str = "python -m sandbox.serve") -> int:
    """Serve until SIGTERM or Ctrl-C; returns the exit status."""
    return run_app(app, prog, sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(call_as_command(lambda: main(prog=started_as("python -m sandbox.serve"))))
