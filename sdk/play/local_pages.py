"""What the pages of `hallmark play` and `hallmark view` share: headers, files, who may ask."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

HEADERS = {
    # Nothing is loaded from elsewhere, and no text of an environment can become a script.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
"""The headers of every response of a page."""
_LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


def page_files(folder: Path, names: Mapping[str, str]) -> dict[str, tuple[bytes, str]]:
    """The content and media type of each file of a page.

    Args:
        folder: where they are.
        names: the media type of each file.
    """
    return {name: ((folder / name).read_bytes(), kind) for name, kind in names.items()}


def from_this_machine(headers: Mapping[str, str]) -> bool:
    """Whether a request names this machine as its host, and comes from no other site's page.

    A page of another site can send requests to 127.0.0.1, under a name of its own that it lets
    point there too. Its name is then in the header `host`, or in `origin`.
    """
    origin = headers.get("origin", "")
    if origin and not _is_local(origin.partition("://")[2]):
        return False
    return _is_local(headers.get("host", ""))


def _is_local(host: str) -> bool:
    name, colon, port = host.rpartition(":")
    if not colon or not port.isdigit():
        name = host
    return name.lower() in _LOCAL_NAMES
