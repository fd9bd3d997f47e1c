"""A server on localhost, shared by the tests of the service and of its clients."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from hallmark_rl.sandbox import Limits
from hallmark_rl.task_sets import TASK_SETS

TOKEN = "a-token-of-the-tests"


@contextlib.contextmanager
def running(**settings: Any) -> Iterator[str]:
    """A server in a thread of this process; yields its address."""
    import uvicorn

    from hallmark_rl.sandbox.service.app import create_app
    from hallmark_rl.sandbox.service.settings import ServiceSettings

    chosen = {"workers": 2, "default_limits": Limits(wall_s=2.0), **settings}
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        create_app(ServiceSettings(**chosen), task_sets=TASK_SETS),
        log_config=None,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def server(kernel: object) -> Iterator[str]:
    """The address of a server with two workers; it needs a token."""
    for module in ("prometheus_client", "aiohttp", "uvicorn"):
        pytest.importorskip(module)
    with running(tokens=(TOKEN,)) as address:
        yield address
