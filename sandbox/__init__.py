"""Run Python that nobody trusts, and believe only the plain data that comes back.

    from hallmark_rl.sandbox import Limits, Sandbox

    with Sandbox(workers=2, limits=Limits(wall_s=2.0)) as box:
        outcome = box.call("def add(a, b): return a + b", "add", [(1, 2), (3, 4)])
        assert [r.value for r in outcome.results] == [3, 7]

The names below are loaded on first use: `import sandbox` itself costs nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # type checkers know it; `typing` would take a command 10 ms
if TYPE_CHECKING:
    from hallmark_rl.sandbox.api.levels import Policy
    from hallmark_rl.sandbox.api.limits import Call, Job, Limits
    from hallmark_rl.sandbox.api.outcome import (
        CallResult,
        CheckOutcome,
        Isolation,
        Outcome,
        RunError,
    )
    from hallmark_rl.sandbox.host.async_sandbox import AsyncSandbox
    from hallmark_rl.sandbox.host.prewarm import Hatchery
    from hallmark_rl.sandbox.host.sandbox import Sandbox

_HOME = {
    "AsyncSandbox": "hallmark_rl.sandbox.host.async_sandbox",
    "Hatchery": "hallmark_rl.sandbox.host.prewarm",
    "Sandbox": "hallmark_rl.sandbox.host.sandbox",
    "Call": "hallmark_rl.sandbox.api.limits",
    "Job": "hallmark_rl.sandbox.api.limits",
    "Limits": "hallmark_rl.sandbox.api.limits",
    "Policy": "hallmark_rl.sandbox.api.levels",
    "CallResult": "hallmark_rl.sandbox.api.outcome",
    "CheckOutcome": "hallmark_rl.sandbox.api.outcome",
    "Isolation": "hallmark_rl.sandbox.api.outcome",
    "Outcome": "hallmark_rl.sandbox.api.outcome",
    "RunError": "hallmark_rl.sandbox.api.outcome",
}

__all__ = [
    "AsyncSandbox",
    "Call",
    "CallResult",
    "CheckOutcome",
    "Hatchery",
    "Isolation",
    "Job",
    "Limits",
    "Outcome",
    "Policy",
    "RunError",
    "Sandbox",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
