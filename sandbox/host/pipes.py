"""The descriptors of one run: made for it, handed to its child, gone with it."""

from __future__ import annotations

import _socket
import os
import select

from hallmark_rl.sandbox.isolation.syscalls import seal

_CLOSED = {"stdout": -1, "stderr": -1}


class Lines:
    """What a run talks over: both ends of its stdout, its stderr and the socket of its data."""

    def __init__(self) -> None:
        self.data, far = _socket.socketpair()
        self.theirs = [far.detach()]
        self.readers: list[int] = []
        self._poller = select.poll()
        try:
            for place in range(2):
                reader, writer = os.pipe()
                self.readers.append(reader)
                self.theirs.insert(place, writer)
                os.set_blocking(reader, False)  # a stray of a run may hold the other end open
                self._poller.register(reader, select.POLLIN)
        except BaseException:
            self.close()
            raise

    def filled(self) -> bool:
        """Whether there may be output to read."""
        return bool(self._poller.poll(0))

    def close(self) -> None:
        """Close both ends of all."""
        self.data.close()
        for ends in (self.readers, self.theirs):
            while ends:
                os.close(ends.pop())


class Channels:
    """Our ends stay here; `theirs` go to the child in the order it expects."""

    def __init__(self, stdin: str, lines: Lines | None, *, turns: int) -> None:
        self.lines = lines or Lines()
        stdout, stderr = self.lines.readers
        self.output = {"stdout": stdout, "stderr": stderr}
        self._given: list[int] = []
        try:
            for _ in range(turns):
                self._given.append(os.eventfd(0))
            if stdin:
                self._given.append(_sealed(stdin.encode("utf-8", "surrogatepass")))
        except BaseException:
            self.give_away()
            self.lines.close()
            raise

    @property
    def data(self) -> _socket.socket:
        """Our end of the socket."""
        return self.lines.data

    @property
    def theirs(self) -> list[int]:
        """The child's ends: stdout, stderr, data, maybe turns and maybe stdin."""
        return self.lines.theirs + self._given

    def give_away(self) -> None:
        """Close here what the child alone is to have, once it has it."""
        while self._given:
            os.close(self._given.pop())

    def close(self) -> None:
        """Close all ends that are still here."""
        self.release().close()

    def release(self) -> Lines:
        """Leave the lines to the caller."""
        self.output = _CLOSED
        return self.lines

    def close_output(self, name: str) -> None:
        """Close `stdout` or `stderr`; a program that still writes there gets an error."""
        descriptor = self.output[name]
        if descriptor >= 0:
            self.output[name] = -1
            self.lines.readers.remove(descriptor)
            os.close(descriptor)


def _sealed(content: bytes) -> int:
    """A file in memory that nobody can change, whoever holds it."""
    handle = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(handle, view) :]
        os.lseek(handle, 0, os.SEEK_SET)
        seal(handle)
    except BaseException:
        os.close(handle)
        raise
    return handle
