"""The descriptors of one run: made for it, handed to its child, gone with it."""

from __future__ import annotations

import _socket
import os
import select

from sandbox.syscalls import seal

_CLOSED = {"stdout": -1, "stderr": -1}


class Pipes:
    """Where a run writes its stdout and stderr: the two ends of each."""

    def __init__(self, readers: list[int], writers: list[int]) -> None:
        self.readers, self.writers = readers, writers
        self._poller = select.poll()

    @classmethod
    def fresh(cls) -> Pipes:
        pipes = cls([], [])
        try:
            for _ in range(2):
                reader, writer = os.pipe()
                pipes.readers.append(reader)
                pipes.writers.append(writer)
                os.set_blocking(reader, False)  # a stray of a run may hold the other end open
                pipes._poller.register(reader, select.POLLIN)
        except BaseException:
            pipes.close()
            raise
        return pipes

    def filled(self) -> bool:
        """Whether there may be something to read."""
        return bool(self._poller.poll(0))

    def close(self) -> None:
        """Close both ends of both."""
        for ends in (self.readers, self.writers):
            while ends:
                os.close(ends.pop())


class Channels:
    """Our ends stay here; `theirs` go to the child in the order it expects."""

    def __init__(self, stdin: str, pipes: Pipes | None, *, turns: int) -> None:
        self.pipes = pipes or Pipes.fresh()
        stdout, stderr = self.pipes.readers
        self.output = {"stdout": stdout, "stderr": stderr}
        self._given: list[int] = []
        try:
            self.data, far = _socket.socketpair()
            self._given.append(far.detach())
            for _ in range(turns):
                self._given.append(os.eventfd(0))
            if stdin:
                self._given.append(_sealed(stdin.encode("utf-8", "surrogatepass")))
        except BaseException:
            self.give_away()
            self.pipes.close()
            raise

    @property
    def theirs(self) -> list[int]:
        """The child's ends: stdout, stderr, data, maybe turns and maybe stdin."""
        return self.pipes.writers + self._given

    def give_away(self) -> None:
        """Close here what the child alone is to have, once it has it."""
        while self._given:
            os.close(self._given.pop())

    def close(self) -> None:
        """Close all ends that are still here."""
        self.release().close()

    def release(self) -> Pipes:
        """Close all but the pipes, which are the caller's now."""
        self.data.close()
        self.output = _CLOSED
        return self.pipes

    def close_output(self, name: str) -> None:
        """Close `stdout` or `stderr`; a program that still writes there gets an error."""
        descriptor = self.output[name]
        if descriptor >= 0:
            self.output[name] = -1
            self.pipes.readers.remove(descriptor)
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
