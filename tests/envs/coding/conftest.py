"""The sandbox and the environments that the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("openenv")

from hallmark_rl.envs.coding.server.coding_environment import CodingEnvironment
from hallmark_rl.sandbox import Sandbox


@pytest.fixture(scope="session")
def box() -> Iterator[Sandbox]:
    """A sandbox with the highest isolation level that this machine allows."""
    with Sandbox(workers=1, require="process") as sandbox:
        yield sandbox


@pytest.fixture
def env(box: Sandbox) -> CodingEnvironment:
    """An environment that uses `box`."""
    return CodingEnvironment(box)


@pytest.fixture(scope="session")
def step_env(box: Sandbox) -> CodingEnvironment:
    """One environment for all examples of a Hypothesis test; each example begins with `reset`."""
    return CodingEnvironment(box)
