"""The descriptors of one run: made for it, handed to its child, gone with it."""

from __future__ import annotations

import fcntl
import os
import socket

_SEALS = 0x1 | 0x2 | 0x4 | 0x8  # F_SEAL_SEAL, _SHRINK, _GROW, _WRITE
_ADD_SEALS = 1033


class Channels:
    """Our ends stay here; `theirs` go to the child in the order it expects."""

    def __init__(self, stdin: str) -> None:
        self.theirs: list[int] = []
        self.data, far = socket.socketpair()
        self.theirs.append(far.detach())
        self.out = self.err = -1
        try:
            self.out, out = os.pipe()
            self.theirs.insert(0, out)
            self.err, err = os.pipe()
            self.theirs.insert(1, err)
            if stdin:
                self.theirs.append(_sealed(stdin.encode("utf-8", "surrogatepass")))
            os.set_blocking(self.out, False)  # a stray of a run may hold the other end open
            os.set_blocking(self.err, False)
        except BaseException:
            self.give_away()
            self.close()
            raise

    def give_away(self) -> None:
        """Close the child's ends here, once it has them."""
        while self.theirs:
            os.close(self.theirs.pop())

    def close(self) -> None:
        self.data.close()
        self.close_output("out")
        self.close_output("err")

    def close_output(self, name: str) -> None:
        """Close `out` or `err`; a program that still writes there gets an error."""
        descriptor = getattr(self, name)
        if descriptor >= 0:
            setattr(self, name, -1)
            os.close(descriptor)


def _sealed(content: bytes) -> int:
    """A file in memory that nobody can change, whoever holds it."""
    handle = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(handle, view) :]
        os.lseek(handle, 0, os.SEEK_SET)
        fcntl.fcntl(handle, _ADD_SEALS, _SEALS)
    except BaseException:
        os.close(handle)
        raise
    return handle
