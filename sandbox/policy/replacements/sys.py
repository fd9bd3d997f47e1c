"""`sys` with a program's streams and limits, and facts about the interpreter.

Allowed: `stdin`, `stdout` and `stderr` for text and (as `buffer`) for bytes, and the names that
`allowed_modules.py` lists. Not there: modules, frames, paths, hooks, and the real stream objects,
which would lead to files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from hallmark_rl.sandbox.policy.allowed_modules import MODULES

_STREAMS = frozenset({"argv", "stdin", "stdout", "stderr"})


class BytesOut:
    """`sys.stdout.buffer` and `sys.stderr.buffer`."""

    __slots__ = ("write",)

    def __init__(self, which: str) -> None:
        def write(data: bytes) -> int:
            getattr(sys, which).write(bytes(data).decode("utf-8", "replace"))
            return len(data)

        self.write = write

    def flush(self) -> None:
        """Do nothing: nothing is buffered here."""


class TextOut:
    """`sys.stdout` and `sys.stderr`: streams that can only be written to."""

    __slots__ = ("buffer", "flush", "write")
    encoding = "utf-8"

    def __init__(self, which: str) -> None:
        # In closures, because no attribute that a program may read leads into them.
        def write(text: str) -> int:
            written: int = getattr(sys, which).write(text)
            return written

        def flush() -> None:
            getattr(sys, which).flush()

        self.write, self.flush = write, flush
        self.buffer = BytesOut(which)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each of `lines`."""
        for line in lines:
            self.write(line)

    def isatty(self) -> bool:
        """Return False: no stream of a program is a terminal."""
        return False


class BytesIn:
    """`sys.stdin.buffer`."""

    __slots__ = ()

    def read(self, size: int = -1) -> bytes:
        """Read the next `size` characters, or all that is left; returns them as UTF-8."""
        return sys.stdin.read(size).encode()

    def readline(self) -> bytes:
        """Read the next line."""
        return sys.stdin.readline().encode()

    def readlines(self) -> list[bytes]:
        """Read all lines that are left."""
        return [line.encode() for line in sys.stdin]

    def __iter__(self) -> Iterator[bytes]:
        return (line.encode() for line in sys.stdin)


class TextIn:
    """`sys.stdin`: a stream that can only be read."""

    __slots__ = ()
    encoding = "utf-8"
    buffer = BytesIn()

    def read(self, size: int = -1) -> str:
        """Read the next `size` characters, or all that is left."""
        return sys.stdin.read(size)

    def readline(self, size: int = -1) -> str:
        """Read the next line."""
        return sys.stdin.readline(size)

    def readlines(self) -> list[str]:
        """Read all lines that are left."""
        return sys.stdin.readlines()

    def isatty(self) -> bool:
        """Return False: no stream of a program is a terminal."""
        return False

    def __iter__(self) -> Iterator[str]:
        return iter(sys.stdin.readline, "")


NAMES: dict[str, Any] = {
    **{name: getattr(sys, name) for name in MODULES["sys"] - _STREAMS},
    "argv": ["program"],
    "stdin": TextIn(),
    "stdout": TextOut("stdout"),
    "stderr": TextOut("stderr"),
}
