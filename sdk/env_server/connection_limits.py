"""End sessions of clients that are gone, and refuse what would exhaust the server's memory.

OpenEnv keeps a session until its WebSocket is closed. A client that vanishes without closing it, or
that stays connected and does nothing, holds one of the server's places for ever.
`ConnectionLimits` is an ASGI application around OpenEnv's: it closes a connection that was silent
for too long, and the application sees a client that disconnected.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

_SESSION_PATHS = ("/ws", "/mcp", "/harness")
"""OpenEnv's WebSocket routes that hold a session."""
_IDLE = 4000
"""The close code of an idle connection: from the range for private use."""
_TRY_AGAIN_LATER = 1013


@dataclass(frozen=True)
class Limits:
    """What a client may use.

    Attributes:
        idle_seconds: how long a connection may be silent while the server waits for a message, and
            how long a client may take to receive a reply; None for no limit.
        max_sessions: the most sessions at a time; None for the environment's own limit.
        max_message_bytes: the largest message or request body.
    """

    idle_seconds: float | None = 900.0
    max_sessions: int | None = None
    max_message_bytes: int = 4 * 2**20


class ConnectionLimits:
    """An ASGI application that applies `limits` to `app`."""

    def __init__(self, app: AsgiApp, limits: Limits) -> None:
        self._app, self._limits = app, limits
        self._sessions = 0

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and scope["path"].endswith(_SESSION_PATHS):
            await self._session(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _session(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        limit = self._limits.max_sessions
        if limit is not None and self._sessions >= limit:
            await _refuse(receive, send, limit)
            return
        connection = _TimedConnection(receive, send, self._limits.idle_seconds)
        self._sessions += 1
        try:
            await self._app(scope, connection.receive, connection.send)
        finally:
            self._sessions -= 1

    async def _http(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        limit = self._limits.max_message_bytes
        lengths = [value for name, value in scope["headers"] if name == b"content-length"]
        if lengths and lengths[0].isdigit() and int(lengths[0]) > limit:
            await _send_json(send, 413, {"detail": f"the body is larger than {limit} bytes"})
            return
        seen, answered, too_large = 0, False, False

        async def counted() -> Message:
            nonlocal seen, too_large
            message = await receive()
            seen += len(message.get("body") or b"")
            if seen <= limit:
                return message
            too_large = True
            if not answered:
                await _send_json(send, 413, {"detail": f"the body is larger than {limit} bytes"})
            return {"type": "http.disconnect"}

        async def passed_on(message: Message) -> None:
            nonlocal answered
            answered = True
            if not too_large:
                await send(message)

        await self._app(scope, counted, passed_on)


class _TimedConnection:
    """The messages of one WebSocket, with a limit on how long each may take."""

    def __init__(self, receive: Receive, send: Send, seconds: float | None) -> None:
        self._receive, self._send, self._seconds = receive, send, seconds
        self._is_closed = False

    async def receive(self) -> Message:
        """The client's next message; that it disconnected, if none arrives in time."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._receive()
        except TimeoutError:
            reason = f"no message for {self._seconds:g} s"
            await self._close({"type": "websocket.close", "code": _IDLE, "reason": reason})
            return {"type": "websocket.disconnect", "code": _IDLE, "reason": reason}

    async def send(self, message: Message) -> None:
        """Send a message; OSError, as for a lost connection, if the client does not take it."""
        if self._is_closed:
            if message["type"] == "websocket.close":
                return
            raise OSError("the connection is closed")
        try:
            async with asyncio.timeout(self._seconds):
                await self._send(message)
        except TimeoutError:
            await self._close({"type": "websocket.close", "code": _IDLE, "reason": "not read"})
            raise OSError("the client does not read what is sent") from None

    async def _close(self, message: Message) -> None:
        """Close the connection without waiting for the client."""
        self._is_closed = True
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1.0):
                await self._send(message)


async def _refuse(receive: Receive, send: Send, limit: int) -> None:
    """Answer a connection as OpenEnv does when it has no place."""
    await receive()
    await send({"type": "websocket.accept"})
    data = {
        "message": f"Server at capacity: {limit}/{limit} sessions active",
        "code": "CAPACITY_REACHED",
        "active_sessions": limit,
        "max_sessions": limit,
    }
    await send({"type": "websocket.send", "text": json.dumps({"type": "error", "data": data})})
    await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})


async def _send_json(send: Send, status: int, content: Any) -> None:
    body = json.dumps(content).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
