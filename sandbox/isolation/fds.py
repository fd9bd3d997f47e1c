"""Descriptor numbers in a zygote: which are its own, and which are those of a run.

The descriptors of a run arrive with its order and take the lowest free numbers, from `FIRST_RUN_FD`
up. So the zygote keeps those numbers closed, and its own descriptors above them.
"""

from __future__ import annotations

import contextlib
import os
from fcntl import F_DUPFD_CLOEXEC, fcntl

CONTROL = 10  # the socket on which the caller sends orders
CALLER = 11  # a pidfd of the caller
FOLDERS = 12  # the socket on which the caller asks for the folders of runs, if it may
FIRST_RUN_FD = 1  # 1 stdout, 2 stderr, 3 data, 4 to 8 the turns of forked calls; stdin comes last
MAX_RUN_FDS = 9
_LOWEST_UNASSIGNED = 16


def move_high(descriptor: int) -> int:
    """Move a descriptor above all numbers that have a meaning here; returns its new number."""
    moved = fcntl(descriptor, F_DUPFD_CLOEXEC, _LOWEST_UNASSIGNED)
    os.close(descriptor)
    return moved


def renumber(targets: dict[int, int]) -> None:
    """Move each descriptor in `targets` to the number it maps to, even if that is a key as well."""
    above = max(*targets, *targets.values()) + 1
    temporary = {fcntl(old, F_DUPFD_CLOEXEC, above): new for old, new in targets.items()}
    for old in targets:
        os.close(old)
    for old, new in temporary.items():
        os.dup2(old, new, inheritable=False)
        os.close(old)


def close_run_fds() -> None:
    """Close the numbers at which the descriptors of a run arrive."""
    for descriptor in range(FIRST_RUN_FD, FIRST_RUN_FD + MAX_RUN_FDS):
        with contextlib.suppress(OSError):
            os.close(descriptor)


def close_zygote_fds() -> None:
    """Close, in a child, the descriptors that only the zygote may hold."""
    os.closerange(CONTROL, FOLDERS + 1)
