"""`AsyncSandbox` works on asyncio and has the signatures of `Sandbox`."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from typing import Any

import pytest

from hallmark_rl.sandbox import (
    AsyncSandbox,
    Isolation,
    Job,
    Limits,
    Outcome,
    Policy,
    RunError,
    Sandbox,
    SandboxLike,
)
from hallmark_rl.sandbox.host.cancellation import Cancellation, current_cancellation
from hallmark_rl.sandbox.host.reload_per_call import reload_for_each_call
from hallmark_rl.sandbox.host.run_connection import RunUsage


def test_methods_can_be_awaited() -> None:
    async def session() -> list[object]:
        async with AsyncSandbox(workers=2, policy="python", require="filtered") as box:
            printed, called = await asyncio.gather(
                box.run("print(1)"), box.call("def f(): return 2", "f", [()])
            )
            checked = await box.check("def f(): return 2", "def check(c): assert c() == 2", "f")
            mapped = [o async for o in box.map(Job(source=f"print({n})") for n in range(5))]
            level = (await box.isolation()).level
            return [printed.stdout, called.results[0].value, checked.passed, len(mapped), level]

    assert asyncio.run(session())[:4] == ["1\n", 2, True, 5]


def test_run_job_can_be_awaited() -> None:
    async def session() -> str:
        async with AsyncSandbox(policy="python", require="filtered") as box:
            return (await box.run_job(Job(source="print(3)"))).stdout

    assert asyncio.run(session()) == "3\n"
    assert _public(AsyncSandbox.run_job) == _public(Sandbox.run_job)


def _public(function: Callable[..., Any]) -> list[tuple[str, object, object]]:
    """Name, kind and default of each parameter that is not private."""
    parameters = inspect.signature(function).parameters.values()
    return [(p.name, p.kind, p.default) for p in parameters if not p.name.startswith("_")]


@pytest.mark.parametrize("method", ["__init__", "run", "call", "check", "map"])
def test_signatures_are_those_of_the_sandbox(method: str) -> None:
    expected = _public(getattr(Sandbox, method))
    assert _public(getattr(AsyncSandbox, method)) == expected
    if method != "__init__":
        assert _public(getattr(SandboxLike, method)) == expected


def test_a_cancelled_run_frees_its_worker(kernel: Sandbox) -> None:
    async def cancel_and_go_on() -> tuple[str, float]:
        async with AsyncSandbox(policy="python", limits=Limits(wall_s=30.0, cpu_s=30.0)) as box:
            assert (await box.run("pass")).status == "ok"
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(box.run("while True: pass"), 0.3)
            start = time.monotonic()
            outcome = await box.run("print(1)")
            return outcome.stdout, time.monotonic() - start

    stdout, seconds = asyncio.run(cancel_and_go_on())
    assert stdout == "1\n"
    assert seconds < 15.0  # a run that went on would take 30


def test_cancelled_fresh_calls_start_no_further_call() -> None:
    """Where each call is a run of its own, the first that is cancelled is the last."""
    cancellation = Cancellation()
    started: list[Job] = []

    def run_once(job: Job, limits: Limits) -> tuple[Outcome, RunUsage]:
        started.append(job)
        cancellation.cancel()
        outcome = Outcome(
            status="crash",
            error=RunError("Killed", "The caller killed the run."),
            isolation=Isolation("kernel"),
            policy=Policy.PYTHON,
        )
        return outcome, RunUsage(0, 0, 0)

    job = Job(source="", entry="f", calls=[()] * 1000, fresh_calls=True)
    token = current_cancellation.set(cancellation)
    try:
        outcome = reload_for_each_call(run_once, job, Limits())
    finally:
        current_cancellation.reset(token)
    assert len(started) == 1
    assert outcome.status == "crash"
