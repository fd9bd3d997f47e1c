"""Sandboxes to test in: one for each level this host can give, shared because zygotes are dear."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandbox import Limits, Policy, Sandbox

LIMITS = Limits(wall_s=0.6, cpu_s=0.6, memory_bytes=192 << 20, output_bytes=32 << 10)
CONTROL = "import ctypes, json, threading\nprint('alive')"


def _box(policy: Policy, level: str, omit: frozenset[str] = frozenset()) -> Iterator[Sandbox]:
    with Sandbox(policy=policy, require="process", limits=LIMITS, _omit=omit) as box:
        if box.isolation.level != level:
            pytest.skip(f"this host gives {box.isolation.level}: {box.isolation.missing}")
        yield box


@pytest.fixture(scope="session")
def kernel() -> Iterator[Sandbox]:
    """All walls but that of the language."""
    yield from _box(Policy.PYTHON, "kernel")


@pytest.fixture(scope="session")
def restricted() -> Iterator[Sandbox]:
    """All walls."""
    yield from _box(Policy.RESTRICTED, "kernel")


@pytest.fixture(scope="session")
def filtered() -> Iterator[Sandbox]:
    """What a host without namespaces gives."""
    yield from _box(Policy.PYTHON, "filtered", frozenset({"namespaces"}))


@pytest.fixture(scope="session", params=["kernel", "filtered"])
def python_box(request: pytest.FixtureRequest) -> Sandbox:
    """The `python` policy at each level that claims to hold it."""
    box: Sandbox = request.getfixturevalue(request.param)
    return box
