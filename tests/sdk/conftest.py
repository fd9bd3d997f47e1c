"""Fixtures: a guessing game, and environments on a server in a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
Serve = Callable[..., str]


@pytest.fixture
def env() -> Any:
    """A guessing game for one test."""
    from tests.sdk.guessing import Guessing

    return Guessing()


@pytest.fixture(scope="module")
def serve() -> Iterator[Serve]:
    """`serve("module:app", folder)` starts uvicorn in `folder`, once, and returns the base URL.

    It ends with the module: a connection that a test leaves open draws from `random` every 20 s for
    its pings, and Hypothesis fails a test in which `random` is used while it draws.
    """
    servers: dict[tuple[str, Path], tuple[subprocess.Popen[bytes], str]] = {}

    def start(app: str, folder: Path = ROOT) -> str:
        if (app, folder) not in servers:
            paths = {**os.environ, "PYTHONPATH": str(ROOT)}
            with socket.create_server(("127.0.0.1", 0)) as listener:
                descriptor, port = listener.fileno(), listener.getsockname()[1]
                command = [sys.executable, "-m", "uvicorn", app, "--log-level", "error"]
                command += ["--fd", str(descriptor)]
                server = subprocess.Popen(command, cwd=folder, env=paths, pass_fds=[descriptor])
            servers[app, folder] = server, f"http://127.0.0.1:{port}"
            _wait(*servers[app, folder])
        return servers[app, folder][1]

    yield start
    for server, _ in servers.values():
        server.terminate()
        server.wait(10)


def _wait(server: subprocess.Popen[bytes], url: str) -> None:
    for _ in range(1800):
        assert server.poll() is None, "the server ended at once"
        try:
            urllib.request.urlopen(f"{url}/health", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not start within three minutes")
