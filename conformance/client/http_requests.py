"""Requests to an OpenEnv server's HTTP routes."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from hallmark_rl.conformance.client.server_address import ServerAddress


def get_json(
    address: ServerAddress, path: str, body: dict[str, Any] | None = None, timeout: float = 10.0
) -> Any:
    """Request JSON from a route with GET, or with POST if a body is given.

    Args:
        address: the server.
        path: the route, such as `/schema`.
        body: what is sent as JSON.
        timeout: seconds to wait for the connection and for each part of the reply.

    Raises what `urllib` raises, and ValueError if the reply is not JSON.
    """
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **address.headers}
    request = urllib.request.Request(f"{address.http}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=timeout) as reply:
        return json.loads(reply.read() or b"null")


def published_schema(address: ServerAddress) -> dict[str, Any]:
    """The JSON schemas of action and observation that a server publishes at `/schema`.

    Empty if it publishes none; the property `server.schema` reports that.
    """
    try:
        schema = get_json(address, "/schema")
    except Exception:
        return {}
    return schema if isinstance(schema, dict) else {}
