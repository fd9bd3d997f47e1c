"""Play an environment over the WebSocket of an OpenEnv server."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import is_finite

_TIMEOUT = 20.0


def connection_problem(url: str, error: BaseException) -> str:
    """Why no session could be opened at an address, and what to do."""
    text = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    if isinstance(error, OSError):
        return f"nothing listens at {url} ({text}): start the server or correct the address"
    return f"{url} is not an OpenEnv server: it has no WebSocket at /ws ({text})"


class WebSocketDriver:
    """A session on `/ws` of a server. Errors are returned, not raised.

    Args:
        url: address of the server, `http://` or `ws://`, with or without `/ws`.
        timeout: seconds to wait for the connection and for each reply.
    """

    def __init__(self, url: str, timeout: float = _TIMEOUT) -> None:
        from websockets.sync.client import connect

        base = url.replace("http://", "ws://").replace("https://", "wss://")
        address = base if base.endswith("/ws") else f"{base}/ws"
        self._timeout = timeout
        self._socket = connect(address, max_size=None, open_timeout=timeout, close_timeout=1)

    def reset(self, **options: Any) -> Response:
        """Start an episode."""
        return self._request({"type": "reset", "data": options})

    def step(self, action: Action) -> Response:
        """Play an action; one with NaN or infinity is refused here: JSON cannot carry it."""
        if not is_finite(action):
            return Response(None, "InvalidAction", "NaN and infinity are not JSON")
        return self._request({"type": "step", "data": action})

    def state(self) -> Response:
        """Read the state."""
        return self._request({"type": "state"})

    def close(self) -> None:
        """Send the closing message, then close the connection."""
        with contextlib.suppress(Exception):
            self._socket.send(json.dumps({"type": "close"}))
        with contextlib.suppress(Exception):
            self._socket.close()

    def drop(self) -> None:
        """Close the TCP connection without a closing message, as a client that crashes does."""
        with contextlib.suppress(Exception):
            self._socket.socket.close()

    def send(self, text: str) -> Response:
        """Send a raw frame and wait for the reply."""
        return self._exchange(lambda: self._socket.send(text))

    def _request(self, message: dict[str, Any]) -> Response:
        return self._exchange(lambda: self._socket.send(json.dumps(message, default=str)))

    def _exchange(self, send: Callable[[], None]) -> Response:
        began = time.perf_counter()
        try:
            send()
            reply = json.loads(self._socket.recv(self._timeout))
        except Exception as error:
            seconds = time.perf_counter() - began
            return Response(None, type(error).__name__, str(error)[:300], seconds)
        return _response(reply, time.perf_counter() - began)


def _response(reply: dict[str, Any], seconds: float) -> Response:
    """A server's message in the form that an instance in this process gives."""
    data = reply.get("data") or {}
    if reply.get("type") == "error":
        details = json.dumps(data.get("errors", "")) if data.get("errors") else ""
        text = f"{data.get('message', '')} {details}".strip()
        return Response(None, str(data.get("code", "error")), text[:2000], seconds, reply)
    if reply.get("type") != "observation":
        return Response(data, seconds=seconds, raw=reply)
    observation = data.get("observation") or {}
    flat = {**observation, "reward": data.get("reward"), "done": data.get("done")}
    if data.get("metadata") is not None:
        flat.setdefault("metadata", data["metadata"])
    return Response(flat, seconds=seconds, raw=reply)
