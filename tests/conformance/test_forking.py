"""Running a function in a fork."""

from __future__ import annotations

import pytest

from hallmark_rl.conformance.processes.forking import run_in_fork


def test_a_fork_works_if_the_output_streams_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    assert run_in_fork(lambda: 3) == 3
