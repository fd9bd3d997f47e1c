"""Resource limits: what is the same for every run is set once and inherited."""

from __future__ import annotations

import resource

_ZERO = (
    resource.RLIMIT_CORE,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_MEMLOCK,
)
_LINUX_ZERO = ("RLIMIT_MSGQUEUE", "RLIMIT_NICE", "RLIMIT_RTPRIO", "RLIMIT_SIGPENDING")
_FILES = 64
_RESERVE = 2 << 20
_STACK = 8 << 20


def _at_most(limit: int, value: int) -> None:
    _, hard = resource.getrlimit(limit)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(limit, (value, value))


def inherit() -> None:
    """Set, in the zygote, what no run may have."""
    for limit in _ZERO:
        resource.setrlimit(limit, (0, 0))
    for name in _LINUX_ZERO:
        if hasattr(resource, name):
            resource.setrlimit(getattr(resource, name), (0, 0))
    _at_most(resource.RLIMIT_NOFILE, _FILES)
    _at_most(resource.RLIMIT_STACK, _STACK)


def bound(memory_bytes: int, cpu_s: float, processes: int) -> None:
    """Set, in the child, what this run may have; `processes` counts those of its whole namespace.

    The zygote watches the CPU clock to the millisecond; the limit here only outlives the zygote.
    """
    seconds = int(cpu_s) + 2
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes - _RESERVE, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))


def release_reserve() -> None:
    """Let a run that is out of memory use the last of it, to say so."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
