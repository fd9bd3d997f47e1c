"""The address of an OpenEnv server, with the headers that every request to it carries."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_WEBSOCKET_PATH = "/ws"


@dataclass(frozen=True)
class ServerAddress:
    """Where a server listens; written as its HTTP address.

    Args:
        url: an address that begins with `http`, `https`, `ws` or `wss`, with or without `/ws`.
        headers: further HTTP headers, such as `Authorization`. They never show in a report.
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def http(self) -> str:
        """The base of the HTTP routes, without a slash at its end."""
        base = self.url.rstrip("/").removesuffix(_WEBSOCKET_PATH)
        return re.sub(r"^ws(s?)://", r"http\1://", base)

    @property
    def websocket(self) -> str:
        """The address of the sessions."""
        return re.sub(r"^http(s?)://", r"ws\1://", self.http) + _WEBSOCKET_PATH

    def __str__(self) -> str:
        return self.http
