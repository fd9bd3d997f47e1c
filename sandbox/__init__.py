"""Run untrusted Python programs; get their results back as plain data.

    from hallmark_rl.sandbox import Limits, Sandbox

    with Sandbox(workers=2, limits=Limits(wall_s=2.0)) as sandbox:
        outcome = sandbox.call("def add(a, b): return a + b", "add", [(1, 2), (3, 4)])
        assert [result.value for result in outcome.results] == [3, 7]

The names below are loaded on first use: `import hallmark_rl.sandbox` itself loads nothing else.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # type checkers know the name; importing `typing` would take about 10 ms
if TYPE_CHECKING:
    from hallmark_rl.sandbox.api.isolation_levels import LEVELS
    from hallmark_rl.sandbox.api.jobs import Call, CallLike, Job
    from hallmark_rl.sandbox.api.language_policy import Policy
    from hallmark_rl.sandbox.api.outcome import (
        STATUSES,
        CallResult,
        CheckOutcome,
        Isolation,
        Outcome,
        RunError,
    )
    from hallmark_rl.sandbox.api.run_limits import Limits
    from hallmark_rl.sandbox.api.sandbox_like import SandboxLike
    from hallmark_rl.sandbox.host.async_sandbox import AsyncSandbox
    from hallmark_rl.sandbox.host.prewarm import ZygotePrewarmer
    from hallmark_rl.sandbox.host.sandbox import Sandbox
    from hallmark_rl.sandbox.protocol.codec import NotPlainData
    from hallmark_rl.sandbox.remote.async_client import AsyncRemoteSandbox
    from hallmark_rl.sandbox.remote.client import RemoteSandbox

_MODULE_OF = {
    "AsyncRemoteSandbox": "hallmark_rl.sandbox.remote.async_client",
    "RemoteSandbox": "hallmark_rl.sandbox.remote.client",
    "AsyncSandbox": "hallmark_rl.sandbox.host.async_sandbox",
    "Sandbox": "hallmark_rl.sandbox.host.sandbox",
    "SandboxLike": "hallmark_rl.sandbox.api.sandbox_like",
    "ZygotePrewarmer": "hallmark_rl.sandbox.host.prewarm",
    "Call": "hallmark_rl.sandbox.api.jobs",
    "CallLike": "hallmark_rl.sandbox.api.jobs",
    "Job": "hallmark_rl.sandbox.api.jobs",
    "LEVELS": "hallmark_rl.sandbox.api.isolation_levels",
    "Limits": "hallmark_rl.sandbox.api.run_limits",
    "Policy": "hallmark_rl.sandbox.api.language_policy",
    "NotPlainData": "hallmark_rl.sandbox.protocol.codec",
    "STATUSES": "hallmark_rl.sandbox.api.outcome",
    "CallResult": "hallmark_rl.sandbox.api.outcome",
    "CheckOutcome": "hallmark_rl.sandbox.api.outcome",
    "Isolation": "hallmark_rl.sandbox.api.outcome",
    "Outcome": "hallmark_rl.sandbox.api.outcome",
    "RunError": "hallmark_rl.sandbox.api.outcome",
}

__all__ = [
    "LEVELS",
    "STATUSES",
    "AsyncRemoteSandbox",
    "AsyncSandbox",
    "Call",
    "CallLike",
    "CallResult",
    "CheckOutcome",
    "Isolation",
    "Job",
    "Limits",
    "NotPlainData",
    "Outcome",
    "Policy",
    "RemoteSandbox",
    "RunError",
    "Sandbox",
    "SandboxLike",
    "ZygotePrewarmer",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)
