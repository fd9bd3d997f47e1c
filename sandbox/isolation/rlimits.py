"""Resource limits (`setrlimit`).

Limits that are the same for every run are set once, in the zygote, and inherited. The others are
set in the child of each run.
"""

from __future__ import annotations

import resource

_ZERO = (
    resource.RLIMIT_CORE,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_MEMLOCK,
)
_LINUX_ZERO = ("RLIMIT_MSGQUEUE", "RLIMIT_NICE", "RLIMIT_RTPRIO", "RLIMIT_SIGPENDING")
_MAX_FILES = 64
_RESERVE_BYTES = 2 << 20  # for reporting that a run is out of memory
_STACK_BYTES = 8 << 20


def _set_at_most(limit: int, value: int) -> None:
    _, hard = resource.getrlimit(limit)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(limit, (value, value))


def set_zygote_limits() -> None:
    """Set, in the zygote, the limits that are the same for every run."""
    for limit in _ZERO:
        resource.setrlimit(limit, (0, 0))
    for name in _LINUX_ZERO:
        if hasattr(resource, name):
            resource.setrlimit(getattr(resource, name), (0, 0))
    _set_at_most(resource.RLIMIT_NOFILE, _MAX_FILES)
    _set_at_most(resource.RLIMIT_STACK, _STACK_BYTES)


def set_run_limits(memory_bytes: int, cpu_s: float, processes: int) -> None:
    """Set, in the child, the limits of one run.

    `processes` counts all processes of the run's user in its namespace. The zygote enforces `cpu_s`
    to the millisecond; the CPU limit set here is looser, and is for a run that outlives its zygote.
    """
    seconds = int(cpu_s) + 2
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes - _RESERVE_BYTES, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))


def release_reserve() -> None:
    """Raise the memory limit to its hard value, so that the run can report that memory ran out."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
