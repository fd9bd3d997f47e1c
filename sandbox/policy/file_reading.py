"""`open` for a restricted program: it reads the files that its caller gave it, and no others.

A program gets a copy of the content in a `StringIO` or a `BytesIO`. Nothing is read from a file
system, so no path leads anywhere.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable, Mapping
from typing import Any

_TEXT, _BINARY = frozenset({"r", "rt", "tr"}), frozenset({"rb", "br"})


def open_among(files: Mapping[str, bytes]) -> Callable[..., Any]:
    """A function like `open` that finds `files`, by name, in the current folder."""

    def open(
        file: str,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
    ) -> Any:
        """Open a file for reading; raises `PermissionError` for another mode."""
        if type(file) is not str or type(mode) is not str:
            raise TypeError("open() takes the name of a file and a mode, as texts")
        if mode not in _TEXT | _BINARY:
            raise PermissionError(errno.EACCES, "files can only be read here", file)
        content = files.get(file.removeprefix("./"))
        if content is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), file)
        if mode in _BINARY:
            return io.BytesIO(content)
        text = content.decode(encoding or "utf-8", errors or "strict")
        return io.StringIO(text, newline)

    return open
