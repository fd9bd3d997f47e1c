"""`sys` with the facts, the limits and the text streams of a program, nothing of the process."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from hallmark_rl.sandbox.policy.allowed_modules import MODULES

_STREAMS = frozenset({"argv", "stdin", "stdout", "stderr"})


class BytesOut:
    """`sys.stdout.buffer`."""

    __slots__ = ("write",)

    def __init__(self, which: str) -> None:
        def write(data: bytes) -> int:
            getattr(sys, which).write(bytes(data).decode("utf-8", "replace"))
            return len(data)

        self.write = write

    def flush(self) -> None:
        """Nothing waits here."""


class TextOut:
    """`sys.stdout` and `sys.stderr`: text goes out, and nothing else is there."""

    __slots__ = ("buffer", "flush", "write")
    encoding = "utf-8"

    def __init__(self, which: str) -> None:
        # The streams are held where no attribute leads to them.
        def write(text: str) -> int:
            written: int = getattr(sys, which).write(text)
            return written

        def flush() -> None:
            getattr(sys, which).flush()

        self.write, self.flush = write, flush
        self.buffer = BytesOut(which)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write one line after another."""
        for line in lines:
            self.write(line)

    def isatty(self) -> bool:
        """Nobody is watching."""
        return False


class BytesIn:
    """`sys.stdin.buffer`."""

    __slots__ = ()

    def read(self, size: int = -1) -> bytes:
        """All that is left, or `size` characters of it."""
        return sys.stdin.read(size).encode()

    def readline(self) -> bytes:
        """The next line."""
        return sys.stdin.readline().encode()

    def readlines(self) -> list[bytes]:
        """All lines that are left."""
        return [line.encode() for line in sys.stdin]

    def __iter__(self) -> Iterator[bytes]:
        return (line.encode() for line in sys.stdin)


class TextIn:
    """`sys.stdin`: the text that the program was given."""

    __slots__ = ()
    encoding = "utf-8"
    buffer = BytesIn()

    def read(self, size: int = -1) -> str:
        """All that is left, or `size` characters of it."""
        return sys.stdin.read(size)

    def readline(self, size: int = -1) -> str:
        """The next line."""
        return sys.stdin.readline(size)

    def readlines(self) -> list[str]:
        """All lines that are left."""
        return sys.stdin.readlines()

    def isatty(self) -> bool:
        """Nobody is typing."""
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
