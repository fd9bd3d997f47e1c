"""The descriptors that a caller and one run communicate through."""

from __future__ import annotations

import _socket
import contextlib
import errno
import os
import select
from collections.abc import Iterator

from hallmark_rl.sandbox.isolation.syscalls import seal

_PIPES_REFUSED = "the host refuses the pipes of a run"
_CLOSED = {"stdout": -1, "stderr": -1}


class HostRefuses(Exception):
    """The host does not let this process make what a run needs; the text says what."""


@contextlib.contextmanager
def host_refusals(what: str) -> Iterator[None]:
    """Raise `HostRefuses` for an `OSError`, unless this process can open no more descriptors.

    `what` begins the text.
    """
    try:
        yield
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            raise
        raise HostRefuses(f"{what}: {error}") from error


class RunPipes:
    """A pipe for stdout, a pipe for stderr and a socket pair for data; a later run may reuse them.

    `data` and `readers` (stdout, stderr) are the caller's ends. `child_ends` are the ends of the
    run, ordered as stdout, stderr, data; the caller keeps them open for the next run.
    """

    def __init__(self) -> None:
        with host_refusals(_PIPES_REFUSED):
            self.data, child_data = _socket.socketpair()
        self.child_ends = [child_data.detach()]
        self.readers: list[int] = []
        self._poller = select.poll()
        try:
            with host_refusals(_PIPES_REFUSED):
                for position in range(2):
                    reader, writer = os.pipe()
                    self.readers.append(reader)
                    self.child_ends.insert(position, writer)
                    os.set_blocking(reader, False)  # write ends stay open: a read would block
                    self._poller.register(reader, select.POLLIN)
        except BaseException:
            self.close()
            raise

    def has_output(self) -> bool:
        """Whether there may be output to read."""
        return bool(self._poller.poll(0))

    def close(self) -> None:
        """Close all ends, those of the run too."""
        self.data.close()
        for ends in (self.readers, self.child_ends):
            while ends:
                os.close(ends.pop())


class RunDescriptors:
    """All descriptors of one run: its pipes, and what it has for itself.

    `turn_events` is how many eventfds the run gets. `output` maps `stdout` and `stderr` to the
    descriptors to read them from, -1 once closed.
    """

    def __init__(self, stdin: str, pipes: RunPipes | None, *, turn_events: int) -> None:
        self.pipes = pipes or RunPipes()
        stdout, stderr = self.pipes.readers
        self.output = {"stdout": stdout, "stderr": stderr}
        self._own_child_ends: list[int] = []
        try:
            with host_refusals("the host refuses the eventfds of fresh calls"):
                for _ in range(turn_events):
                    self._own_child_ends.append(os.eventfd(0))
            if stdin:
                content = stdin.encode("utf-8", "surrogatepass")
                self._own_child_ends.append(_sealed_file(content))
        except BaseException:
            self.close_child_ends()
            self.pipes.close()
            raise

    @property
    def data(self) -> _socket.socket:
        """The caller's end of the data socket."""
        return self.pipes.data

    @property
    def child_ends(self) -> list[int]:
        """The ends of the run: stdout, stderr, data, then turn events and stdin if it has them."""
        return self.pipes.child_ends + self._own_child_ends

    def close_child_ends(self) -> None:
        """Close the turn events and stdin here, once the zygote has received them."""
        while self._own_child_ends:
            os.close(self._own_child_ends.pop())

    def close(self) -> None:
        """Close the pipes."""
        self.detach_pipes().close()

    def detach_pipes(self) -> RunPipes:
        """Hand over the pipes, which the caller closes or reuses."""
        self.output = _CLOSED
        return self.pipes

    def close_output(self, name: str) -> None:
        """Close the reading end of `stdout` or `stderr`."""
        descriptor = self.output[name]
        if descriptor >= 0:
            self.output[name] = -1
            self.pipes.readers.remove(descriptor)
            os.close(descriptor)


def _sealed_file(content: bytes) -> int:
    """Open a file in memory that can no longer be changed, positioned at its start.

    Raises `HostRefuses` where there are no such files, or a limit on their size is too low.
    """
    handle = -1
    try:
        with host_refusals("stdin of a run is a file in memory, which this host refuses"):
            handle = os.memfd_create("stdin", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            view = memoryview(content)
            while view:
                view = view[os.write(handle, view) :]
            os.lseek(handle, 0, os.SEEK_SET)
            seal(handle)
    except BaseException:
        if handle >= 0:
            os.close(handle)
        raise
    return handle
