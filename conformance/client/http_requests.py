"""Requests to an OpenEnv server's HTTP routes."""

from __future__ import annotations

import json
import urllib.request
from typing import Any


def get_json(url: str, body: dict[str, Any] | None = None, timeout: float = 10.0) -> Any:
    """Request JSON from a server with GET, or with POST if a body is given.

    Raises what `urllib` raises, and ValueError if the reply is not JSON.
    """
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=timeout) as reply:
        return json.loads(reply.read() or b"null")


def published_schema(url: str) -> dict[str, Any]:
    """The JSON schemas of action and observation that a server publishes at `/schema`."""
    schema = get_json(f"{url.removesuffix('/ws')}/schema")
    return schema if isinstance(schema, dict) else {}
