from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.sdk.verifiers import in_time, quiet, within_memory
from tests.sdk.verifiers.local_sandbox import outcome


def test_time_memory_and_output() -> None:
    used = outcome(1, cpu_s=0.5, max_rss_bytes=1000, stdout="abc", stderr="d")
    assert in_time(used).passed
    assert in_time(used, 0.5).passed
    assert not in_time(used, 0.4).passed
    assert not in_time(outcome(status="timeout")).passed
    assert within_memory(used, 1000).passed
    assert not within_memory(used, 999).passed
    assert not within_memory(outcome(status="memory")).passed
    assert quiet(used, 4).passed
    assert not quiet(used, 3).passed
    assert not quiet(outcome(status="output"), 10).passed
    assert not quiet(outcome(stdout_truncated=True), 10).passed


@pytest.mark.parametrize("judge", [in_time, within_memory, quiet])
def test_a_run_that_did_not_finish_fails(judge: Any) -> None:
    for status in ("error", "timeout", "memory", "output", "forbidden", "crash"):
        assert judge(outcome(status=status)).detail == f"the run ended with {status}"
