"""Verifiers do not give a verdict on a run that did not happen."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.sandbox import RunError
from hallmark_rl.sdk.verifiers import (
    NotJudged,
    all_tests,
    first_failing_line,
    function_contract,
    in_time,
    quiet,
    share_of_tests,
    within_memory,
)
from tests.sdk.verifiers.local_sandbox import outcome
from tests.sdk.verifiers.programs import SCALE, SCALE_SIGNATURE


@pytest.mark.parametrize(
    "judge",
    [
        lambda ran: share_of_tests(ran, [1]),
        lambda ran: all_tests(ran, [1]),
        lambda ran: function_contract(SCALE, ran, SCALE_SIGNATURE),
        lambda ran: first_failing_line(SCALE, ran),
        in_time,
        within_memory,
        quiet,
    ],
)
def test_an_unavailable_sandbox_raises_not_judged(judge: Any) -> None:
    with pytest.raises(NotJudged, match="no zygote"):
        judge(outcome(status="unavailable", error=RunError("Unavailable", "no zygote")))
