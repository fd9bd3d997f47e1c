"""Why no session of a server can be opened, in one sentence with the remedy."""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import urllib.parse
from typing import Any

from hallmark_rl.conformance.client.server_address import ServerAddress


def connection_problem(address: ServerAddress, error: BaseException) -> str:
    """What an exception of opening a session means, and what to do."""
    text = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status is not None:
        return _refusal(address, int(status), _location(error))
    if isinstance(error, ssl.SSLError):
        if "CERTIFICATE" in str(error).upper():
            return f"the TLS certificate of {address} is not accepted ({text})"
        return f"TLS fails at {address} ({text}): does the server speak http:// instead?"
    if isinstance(error, socket.gaierror):
        return f"the host name in {address} is not known ({text}): correct the address"
    if isinstance(error, TimeoutError):
        return f"{address} does not answer in time ({text})"
    if isinstance(error, OSError):
        return f"nothing listens at {address} ({text}): start the server or correct the address"
    if type(error).__name__ in ("InvalidMessage", "InvalidHandshake"):
        answer = _http_answer(address)  # WebSockets need HTTP/1.1, and some servers speak 1.0
        if answer is not None:
            return _refusal(address, *answer)
        return (
            f"{address} does not speak HTTP ({text}): correct the port, or write https:// if the "
            "server uses TLS"
        )
    return f"{address} is not an OpenEnv server: it has no WebSocket at /ws ({text})"


def _http_answer(address: ServerAddress) -> tuple[int, str] | None:
    """Status and `Location` of a plain request to /ws; None if the reply is not HTTP."""
    parts = urllib.parse.urlsplit(f"{address.http}/ws")
    secure = parts.scheme == "https"
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    try:
        connection = kind(parts.hostname or "", parts.port, timeout=5.0)
        with contextlib.closing(connection):
            connection.request("GET", parts.path, headers=dict(address.headers))
            reply = connection.getresponse()
            return reply.status, reply.getheader("Location", "")
    except (OSError, http.client.HTTPException, ValueError):
        return None


def _refusal(address: ServerAddress, status: int, location: str) -> str:
    """What the status of a refused handshake means."""
    if status in (401, 403, 407):
        return (
            f"{address} refuses access to /ws (HTTP status {status}): give the token with "
            "--header 'Authorization: Bearer ...', or a server without /ws answers so"
        )
    if 300 <= status < 400:
        target = f" to {location}" if location else ""
        return f"{address} redirects /ws{target} (HTTP status {status}): give that address"
    if status in (429, 502, 503, 504):
        return f"{address} is not ready or overloaded (HTTP status {status}): try again later"
    return f"{address} is not an OpenEnv server: it has no WebSocket at /ws (HTTP status {status})"


def _location(error: Any) -> str:
    """The target of a redirect, if the server names one."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    return str(headers.get("Location", ""))
