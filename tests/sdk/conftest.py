"""A server in a process of its own, for tests of the wire."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator

import pytest

Serve = Callable[[str], str]


@pytest.fixture(scope="session")
def serve() -> Iterator[Serve]:
    """`serve("module:app")` starts uvicorn and gives the base URL; one server per application."""
    servers: dict[str, tuple[subprocess.Popen[bytes], str]] = {}

    def start(app: str) -> str:
        if app not in servers:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = str(probe.getsockname()[1])
            command = [sys.executable, "-m", "uvicorn", app, "--port", port, "--log-level", "error"]
            server = subprocess.Popen(command)
            servers[app] = server, f"http://127.0.0.1:{port}"
            _wait(*servers[app])
        return servers[app][1]

    yield start
    for server, _ in servers.values():
        server.terminate()
        server.wait(10)


def _wait(server: subprocess.Popen[bytes], url: str) -> None:
    for _ in range(600):
        assert server.poll() is None, "the server ended at once"
        try:
            urllib.request.urlopen(f"{url}/health", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not start within a minute")
