"""A page's server in a thread of this process, and Chromium, for tests in a browser."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def serving(app: Any, port: int = 0) -> Iterator[str]:
    """The address at which `app` is served until the end of the context."""
    import uvicorn

    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    until = time.monotonic() + 20
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


def settled(page: Any) -> None:
    """Wait until the page shows the answer to its last request."""
    page.wait_for_selector("body[aria-busy='false']")  # the page's policy forbids evaluated texts
