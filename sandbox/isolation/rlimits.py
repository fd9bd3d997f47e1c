"""Resource limits (`setrlimit`).

Limits that are the same for every run are set once, in the zygote, and inherited. The others are
set in the child of each run.
"""

from __future__ import annotations

import resource

_ZERO = (
    resource.RLIMIT_CORE,
    resource.RLIMIT_MEMLOCK,
)
_LINUX_ZERO = ("RLIMIT_MSGQUEUE", "RLIMIT_NICE", "RLIMIT_RTPRIO", "RLIMIT_SIGPENDING")
_MAX_FILES = 64
_RESERVE_BYTES = 2 << 20  # for reporting that a run is out of memory
_STACK_BYTES = 128 << 20  # a program has one thread, and some recurse deeply in it
_setrlimit = resource.setrlimit

RunLimits = tuple[tuple[int, tuple[int, int]], ...]
"""Which limits to set, with the soft and the hard value of each."""


def _at_most_hard_limit(limit: int, value: int) -> int:
    _, hard = resource.getrlimit(limit)
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def _set_at_most(limit: int, value: int) -> None:
    value = _at_most_hard_limit(limit, value)
    resource.setrlimit(limit, (value, value))


class HostLimits:
    """The hard limits of this process that bound what a run can have."""

    def __init__(self) -> None:
        self._memory_bytes = resource.getrlimit(resource.RLIMIT_AS)[1]
        self._cpu_s = resource.getrlimit(resource.RLIMIT_CPU)[1]

    def problem(self, memory_bytes: int, cpu_s: float) -> str:
        """Which limit is below what a run is to have; empty if none is."""
        if memory_bytes > self._memory_bytes != resource.RLIM_INFINITY:
            return (
                f"the host's hard limit RLIMIT_AS is {self._memory_bytes} bytes, below the "
                f"memory_bytes of the run, {memory_bytes}"
            )
        if cpu_s > self._cpu_s != resource.RLIM_INFINITY:
            return (
                f"the host's hard limit RLIMIT_CPU is {self._cpu_s} s, below the cpu_s of the "
                f"run, {cpu_s:g}"
            )
        return ""


def most_memory(size: int) -> int:
    """`size` bytes, or the hard limit of this process on its address space if that is lower."""
    return _at_most_hard_limit(resource.RLIMIT_AS, size)


def allows_processes(count: int) -> bool:
    """Whether the hard limit of this process lets its user have `count` processes."""
    return _at_most_hard_limit(resource.RLIMIT_NPROC, count) == count


def raise_open_files() -> None:
    """Let this process have as many descriptors as a zygote needs.

    Raises `OSError` where its hard limit is lower.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < _MAX_FILES:
        raise OSError(f"the hard limit RLIMIT_NOFILE is {hard}, and a zygote needs {_MAX_FILES}")
    if soft != resource.RLIM_INFINITY and soft < _MAX_FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (_MAX_FILES, hard))


def set_zygote_limits(*, folders: bool = False) -> None:
    """Set, in the zygote, the limits that are the same for every run.

    With `folders`, each run has a limit of its own on the size of files (`run_limits`).
    """
    for limit in _ZERO if folders else (*_ZERO, resource.RLIMIT_FSIZE):
        resource.setrlimit(limit, (0, 0))
    for name in _LINUX_ZERO:
        if hasattr(resource, name):
            resource.setrlimit(getattr(resource, name), (0, 0))
    _set_at_most(resource.RLIMIT_NOFILE, _MAX_FILES)
    _set_at_most(resource.RLIMIT_STACK, _STACK_BYTES)


def run_limits(
    memory_bytes: int, cpu_s: float, processes: int, file_bytes: int | None = None
) -> RunLimits:
    """The limits of one run, for `set_run_limits`.

    `processes` counts all processes of the run's user in its namespace. The zygote enforces `cpu_s`
    to the millisecond; the CPU limit here is looser, and is for a run that outlives its zygote.
    `file_bytes` is the most that the run may write to a file; None where the zygote has set that.
    No limit is above the hard limit of this process (see `HostLimits`).
    """
    memory_bytes = most_memory(memory_bytes)
    cpu = _at_most_hard_limit(resource.RLIMIT_CPU, int(cpu_s) + 2)
    processes = _at_most_hard_limit(resource.RLIMIT_NPROC, processes)
    limits: RunLimits = (
        (resource.RLIMIT_AS, (memory_bytes - _RESERVE_BYTES, memory_bytes)),
        (resource.RLIMIT_CPU, (cpu, cpu)),
        (resource.RLIMIT_NPROC, (processes, processes)),
    )
    if file_bytes is None:
        return limits
    size = _at_most_hard_limit(resource.RLIMIT_FSIZE, file_bytes)
    return (*limits, (resource.RLIMIT_FSIZE, (size, size)))


def set_run_limits(limits: RunLimits) -> None:
    """Set the limits of one run, in its process."""
    for limit, values in limits:
        _setrlimit(limit, values)


def release_reserve() -> None:
    """Raise the memory limit to its hard value, so that the run can report that memory ran out."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
