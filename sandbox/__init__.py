"""Run Python that nobody trusts, and believe only the plain data that comes back.

    from sandbox import Limits, Sandbox

    with Sandbox(workers=2, limits=Limits(wall_s=2.0)) as box:
        outcome = box.call("def add(a, b): return a + b", "add", [(1, 2), (3, 4)])
        assert [r.value for r in outcome.results] == [3, 7]

The names below are loaded on first use: `import sandbox` itself costs nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # type checkers know it; `typing` would take a command 10 ms
if TYPE_CHECKING:
    from sandbox.aio import AsyncSandbox
    from sandbox.box import Sandbox
    from sandbox.choices import Policy
    from sandbox.hatchery import Hatchery
    from sandbox.limits import Call, Job, Limits
    from sandbox.outcome import CallResult, CheckOutcome, Isolation, Outcome, RunError

_HOME = {
    "AsyncSandbox": "sandbox.aio",
    "Hatchery": "sandbox.hatchery",
    "Sandbox": "sandbox.box",
    "Call": "sandbox.limits",
    "Job": "sandbox.limits",
    "Limits": "sandbox.limits",
    "Policy": "sandbox.choices",
    "CallResult": "sandbox.outcome",
    "CheckOutcome": "sandbox.outcome",
    "Isolation": "sandbox.outcome",
    "Outcome": "sandbox.outcome",
    "RunError": "sandbox.outcome",
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
        raise AttributeError(f"module 'sandbox' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
