"""Play an environment over the WebSocket of an OpenEnv server."""

from __future__ import annotations

import contextlib
import json
import time
import weakref
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.client.connection_problems import connection_problem
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import is_finite
from hallmark_rl.conformance.core.results import EvidenceMissing

CAPACITY_REACHED = "CAPACITY_REACHED"
"""The error code with which a server refuses a session."""
_TIMEOUT = 20.0
_open_sessions: weakref.WeakSet[WebSocketDriver] = weakref.WeakSet()


class WebSocketDriver:
    """A session on `/ws` of a server. Errors of calls are returned, not raised.

    The session ends when the object is no longer used, so that a forgotten `close` holds no place
    on the server.

    Args:
        address: the server.
        timeout: seconds to wait for the connection and for each reply.
        patience: seconds to try again while the server has no room for the session. After that,
            `EvidenceMissing` is raised. With 0, the refusal is the response of the first call.

    Raises what `websockets` raises if no connection can be made.
    """

    def __init__(
        self, address: ServerAddress, timeout: float = _TIMEOUT, *, patience: float = 0.0
    ) -> None:
        self._address, self._timeout, self._patience = address, timeout, patience
        self._connect()

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
        _open_sessions.discard(self)
        self._finalizer()

    def drop(self) -> None:
        """Close the TCP connection without a closing message, as a client that crashes does."""
        _open_sessions.discard(self)
        with contextlib.suppress(Exception):
            self._socket.socket.close()

    def send(self, text: str) -> Response:
        """Send a raw frame and wait for the reply."""
        return self._exchange(lambda: self._socket.send(text))

    def _connect(self) -> None:
        from websockets.sync.client import connect

        open_connection = contextlib.ExitStack()
        self._socket = open_connection.enter_context(
            connect(
                self._address.websocket,
                additional_headers=dict(self._address.headers),
                max_size=None,
                open_timeout=self._timeout,
                close_timeout=1,
                # A ping draws from the global `random`, which belongs to the environment and the
                # strategies of Hypothesis in this process. The server sends pings of its own.
                ping_interval=None,
            )
        )
        self._finalizer = weakref.finalize(self, _close, self._socket, open_connection)
        _open_sessions.add(self)

    def _request(self, message: dict[str, Any]) -> Response:
        text = json.dumps(message, default=str)
        response = self._exchange(lambda: self._socket.send(text))
        if not self._patience:
            return response
        # A refusal can only come before the first reply; after one, the session has its place.
        patience = self._patience if len(_open_sessions) == 1 else min(self._patience, 5.0)
        self._patience, deadline = 0.0, time.monotonic() + patience
        while response.error == CAPACITY_REACHED:
            self.close()
            if time.monotonic() > deadline:
                raise EvidenceMissing(_full(self._address, response, len(_open_sessions)))
            time.sleep(0.2)  # until the server has released the sessions that were closed
            self._connect()
            response = self._exchange(lambda: self._socket.send(text))
        return response

    def _exchange(self, send: Callable[[], None]) -> Response:
        from websockets.exceptions import ConnectionClosed

        began = time.perf_counter()
        try:
            # A server that refuses a session may have closed it already; its reply says why.
            with contextlib.suppress(ConnectionClosed):
                send()
            reply = json.loads(self._socket.recv(self._timeout))
        except Exception as error:
            seconds = time.perf_counter() - began
            return Response(None, type(error).__name__, str(error)[:300], seconds)
        return _response(reply, time.perf_counter() - began)


def open_remote_session(address: ServerAddress) -> WebSocketDriver:
    """Open a session on a server that others may use too; wait for up to 20 s if it is full.

    Raises:
        EvidenceMissing: the server cannot be reached any more. If it has no room, the first call
            raises this.
    """
    try:
        return WebSocketDriver(address, patience=20.0)
    except Exception as error:
        raise EvidenceMissing(f"not checked: {connection_problem(address, error)}") from None


def server_problem(address: ServerAddress) -> str:
    """Why a server cannot be proved now; empty if it opens a session and answers a request."""
    try:
        session = WebSocketDriver(address, patience=20.0)
    except Exception as error:
        return connection_problem(address, error)
    try:
        response = session.state()
    except EvidenceMissing as full:
        return str(full)
    finally:
        session.close()
    if response.data is None and not response.error.isupper():
        text = f"{response.error}: {response.message}".strip().removesuffix(":")
        return f"{address} is not an OpenEnv server: /ws does not answer a request ({text})"
    return ""


def _close(connection: Any, open_connection: contextlib.ExitStack) -> None:
    with contextlib.suppress(Exception):
        connection.send(json.dumps({"type": "close"}))
    with contextlib.suppress(Exception):
        open_connection.close()


def _full(address: ServerAddress, refusal: Response, held: int) -> str:
    """Why the server is full, and what to do."""
    raw = refusal.raw if isinstance(refusal.raw, dict) else {}
    data = raw.get("data")
    limit = data.get("max_sessions") if isinstance(data, dict) else None
    admits = f"admits {limit} at a time" if isinstance(limit, int) else "has no room"
    if held:
        return (
            f"{address} opens no session beside the {held} that this check needs too "
            f"({admits}): start it with a larger max_concurrent_envs"
        )
    return (
        f"{address} is full: it opens no session ({admits}). End the sessions of other clients or "
        "start it with a larger max_concurrent_envs"
    )


def _response(reply: Any, seconds: float) -> Response:
    """A server's message in the form that an instance in this process gives."""
    if not isinstance(reply, dict):
        text = f"the reply is a {type(reply).__name__}, not an object"
        return Response(None, "InvalidReply", text, seconds, reply)
    data = reply.get("data")
    data = data if isinstance(data, dict) else {}
    if reply.get("type") == "error":
        details = json.dumps(data.get("errors", "")) if data.get("errors") else ""
        text = f"{data.get('message', '')} {details}".strip()
        return Response(None, str(data.get("code", "error")), text[:2000], seconds, reply)
    if reply.get("type") not in ("observation", "state"):
        kind = str(reply.get("type"))[:40]
        return Response(None, "InvalidReply", f"the reply has the type {kind}", seconds, reply)
    if reply.get("type") == "state":
        return Response(data, seconds=seconds, raw=reply)
    observation = data.get("observation")
    observation = observation if isinstance(observation, dict) else {}
    flat = {**observation, "reward": data.get("reward"), "done": data.get("done")}
    if data.get("metadata") is not None:
        flat.setdefault("metadata", data["metadata"])
    return Response(flat, seconds=seconds, raw=reply)
