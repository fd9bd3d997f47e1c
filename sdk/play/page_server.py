"""Serve a page of this machine until Ctrl-C, and say where it is."""

from __future__ import annotations

import socket
import sys
from typing import Any

import typer


def serve_page(app: Any, host: str, port: int, path: str, what: str) -> None:
    """Serve an ASGI application; returns after Ctrl-C.

    Args:
        app: the application.
        host, port: where to listen; port 0 for a free one.
        path: the page's path, for the printed address.
        what: what the page shows, for the printed line.

    Raises:
        typer.Exit: the address cannot be listened at; the reason was printed.
    """
    import uvicorn

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)  # before the address is printed
    except OSError as error:
        listener.close()
        print(f"not started: {host} port {port}: {error.strerror}", file=sys.stderr)
        raise typer.Exit(1) from None
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}{path}"
    print(f"{what}: {address}\nCtrl-C ends it", flush=True)
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
    uvicorn.Server(config).run(sockets=[listener])
