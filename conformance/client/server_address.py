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


def parse_headers(lines: list[str] | tuple[str, ...]) -> dict[str, str]:
    """Headers from lines such as `Authorization: Bearer TOKEN`.

    Raises:
        ValueError: a line has no colon, or no valid name before it, or a line break. The text does
            not show the value, which may be a secret.
    """
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        name = name.strip()
        if not colon or not re.fullmatch(r"[!#$%&'*+.^_`|~\w-]+", name, re.ASCII):
            raise ValueError("a header is written NAME: VALUE, such as 'Authorization: Bearer ...'")
        if re.search(r"[\r\n\0]", value) or not value.isascii():
            raise ValueError(f"the value of the header {name} is not one line of ASCII")
        headers[name] = value.strip()
    return headers
