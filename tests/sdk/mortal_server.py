"""An OpenEnv server in a thread of this process, which a test can kill."""

from __future__ import annotations

import socket
import threading
import time
from typing import Any

import uvicorn


class MortalServer:
    """Serves an application until `kill`; `url` is its address."""

    def __init__(self, app: Any, port: int = 0) -> None:
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(app, log_level="critical", lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True
        )
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def kill(self) -> None:
        """Close every connection and the port, without waiting for requests."""
        self._server.force_exit = self._server.should_exit = True
        self._thread.join(20)
        self._socket.close()
