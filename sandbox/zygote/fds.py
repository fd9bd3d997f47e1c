"""Where descriptors stand in a zygote: its own out of the way, those of a run where they belong."""

from __future__ import annotations

import contextlib
import os
from fcntl import F_DUPFD_CLOEXEC, fcntl

CONTROL, CALLER = 10, 11  # the socket that commands the zygote, and a handle of its caller
FIRST = 1  # those of a run arrive as 1 (stdout), 2 (stderr), 3 (data), 4 to 8 (turns); stdin last
MOST = 9
_ASIDE = 16


def aside(descriptor: int) -> int:
    """Move a descriptor out of the way of those that runs are given; returns its new number."""
    moved = fcntl(descriptor, F_DUPFD_CLOEXEC, _ASIDE)
    os.close(descriptor)
    return moved


def place(wanted: dict[int, int]) -> None:
    """Move descriptors to where they are wanted, also when one stands on another's place."""
    above = max(*wanted, *wanted.values()) + 1
    found = {fcntl(old, F_DUPFD_CLOEXEC, above): new for old, new in wanted.items()}
    for old in wanted:
        os.close(old)
    for old, new in found.items():
        os.dup2(old, new, inheritable=False)
        os.close(old)


def make_room() -> None:
    """Close what stands where the descriptors of runs are to arrive."""
    for descriptor in range(FIRST, FIRST + MOST):
        with contextlib.suppress(OSError):
            os.close(descriptor)


def leave_zygote() -> None:
    """Close, in a child, what only the zygote may hold."""
    os.closerange(CONTROL, CALLER + 1)
