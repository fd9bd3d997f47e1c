"""The sandbox that the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hallmark_rl.sandbox import Sandbox


@pytest.fixture(scope="session")
def box() -> Iterator[Sandbox]:
    """A sandbox with the highest isolation level that this machine allows."""
    with Sandbox(workers=1, require="process") as sandbox:
        yield sandbox
