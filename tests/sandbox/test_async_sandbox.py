"""`AsyncSandbox` works on asyncio and has the signatures of `Sandbox`."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from hallmark_rl.sandbox import AsyncSandbox, Job, Sandbox, SandboxLike


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
