"""A run with a mechanism, and a run without: with it an act fails, without it it succeeds."""

from __future__ import annotations

import os

import pytest

from hallmark_rl.sandbox import Sandbox
from tests.sandbox.conftest import LIMITS

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="takes root to set up")


def stdout_without(program: str, omit: set[str]) -> str:
    """What `program` prints in a zygote that lacks `omit` and is otherwise complete."""
    with Sandbox(policy="python", require="process", limits=LIMITS, _omit=frozenset(omit)) as box:
        outcome = box.run("print('alive')")
        assert outcome.stdout == "alive\n", outcome
        return box.run(program).stdout


def assert_needed(wall: str, program: str, *others: str) -> None:
    """`program` prints PWN without `wall` alone; `others` are left out of both runs."""
    assert "PWN" not in stdout_without(program, {*others})
    assert "PWN" in stdout_without(program, {*others, wall})
