"""What applies to every request: its token, its size, and a line in the log."""

from __future__ import annotations

import hmac
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starlette.exceptions import HTTPException

from hallmark_rl.sandbox.service.logs import LOGGER
from hallmark_rl.sandbox.service.metrics import Metrics

_Message = dict[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]
App = Callable[[dict[str, Any], _Receive, _Send], Awaitable[None]]

OPEN_PATHS = frozenset({"/health", "/ready", "/v1/ping"})
"""Paths that need no token: load balancers ask them."""


class _BodyTooLarge(HTTPException):
    """As an HTTPException it passes through FastAPI, which hides other errors of reading."""

    def __init__(self, most: int) -> None:
        super().__init__(413, f"The request is larger than {most} bytes.")


class RequestGuard:
    """Refuses requests without a token or with too large a body, and logs and counts all.

    It names the client of a request, in `scope["client_name"]`: which token it has, and its
    address.
    """

    def __init__(
        self,
        app: App,
        *,
        tokens: Sequence[str],
        max_body_bytes: int,
        metrics: Metrics,
        paths: frozenset[str],
    ) -> None:
        self._app = app
        self._tokens = [token.encode() for token in tokens]
        self._max_body_bytes = max_body_bytes
        self._metrics = metrics
        self._paths = paths

    async def __call__(self, scope: dict[str, Any], receive: _Receive, send: _Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, received, status = time.monotonic(), 0, 0
        headers = dict(scope["headers"])

        async def counted_receive() -> _Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._max_body_bytes:
                raise _BodyTooLarge(self._max_body_bytes)
            return message

        async def noted_send(message: _Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            token = self._token(headers.get(b"authorization", b""))
            scope["client_name"] = f"{token}@{(scope.get('client') or ('local',))[0]}"
            if token is None and scope["path"] not in OPEN_PATHS:
                await _refuse(
                    noted_send,
                    401,
                    "Send the header `Authorization: Bearer TOKEN`.",
                    (b"www-authenticate", b"Bearer"),
                )
            elif _declared_length(headers) > self._max_body_bytes:
                raise _BodyTooLarge(self._max_body_bytes)
            else:
                await self._app(scope, counted_receive, noted_send)
        except _BodyTooLarge as error:
            await _refuse(noted_send, 413, error.detail, (b"connection", b"close"))
        finally:
            self._record(scope, status, received, time.monotonic() - begun)

    def _token(self, header: bytes) -> int | None:
        """The number of the token that the header has; None if it has none that is accepted."""
        if not self._tokens:
            return 0
        kind, _, value = header.partition(b" ")
        if kind.lower() != b"bearer":
            return None
        # Each token is compared, so that the time does not tell which one nearly fits.
        matches = [hmac.compare_digest(value.strip(), token) for token in self._tokens]
        return matches.index(True) if any(matches) else None

    def _record(self, scope: dict[str, Any], status: int, received: int, seconds: float) -> None:
        path = scope["path"] if scope["path"] in self._paths else "other"
        self._metrics.requests.labels(path, str(status)).inc()
        level = logging.DEBUG if path in OPEN_PATHS else logging.INFO
        if not LOGGER.isEnabledFor(level):
            return
        LOGGER.log(
            level,
            "request",
            extra={
                "request": secrets.token_hex(4),
                "client": scope.get("client_name"),
                "method": scope["method"],
                "path": scope["path"],
                "code": status,
                "seconds": round(seconds, 6),
                "bytes": received,
            },
        )


def _declared_length(headers: dict[bytes, bytes]) -> int:
    text = headers.get(b"content-length", b"0")
    return int(text) if text.isdigit() else 0


async def _refuse(send: _Send, status: int, message: str, *headers: tuple[bytes, bytes]) -> None:
    body = json.dumps({"detail": message}).encode()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                *headers,
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})
