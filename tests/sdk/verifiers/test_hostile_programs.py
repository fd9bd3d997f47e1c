"""No program and no reply makes a verifier raise: a hostile program earns a low verdict."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hallmark_rl.sandbox import Limits, Outcome, RunError, Sandbox
from hallmark_rl.sandbox.api.outcome import STATUSES
from hallmark_rl.sdk.coding.class_driver import rebinds_errors
from hallmark_rl.sdk.common.untrusted import shown
from hallmark_rl.sdk.verifiers import (
    Accepts,
    NotJudged,
    Raises,
    Signature,
    Verdict,
    all_tests,
    branch_coverage,
    call_contract,
    defines,
    first_failing_line,
    free_of,
    fresh_inputs,
    function_contract,
    in_time,
    inverse_missed_branches,
    llm_judge,
    matches,
    one_block,
    one_tag,
    parses,
    passed_tests,
    pure,
    quiet,
    repeats_agree,
    share_of_tests,
    within_memory,
)
from tests.sdk.hostile_programs import ENTRY, programs, values
from tests.sdk.verifiers.local_sandbox import outcome

_SIGNATURE = Signature(ENTRY, {"x": list[int]}, int | None)
_ON_SOURCE: dict[str, Callable[[str], Verdict]] = {
    "parses": parses,
    "defines": lambda source: defines(source, ENTRY),
    "free_of": lambda source: free_of(source, names={"eval"}, modules={"os"}),
    "function_contract": lambda source: function_contract(source, outcome(1), _SIGNATURE),
    "first_failing_line": lambda source: first_failing_line(
        source, outcome(RunError("E", "m", 10**6))
    ),
    "matches": lambda text: matches(text, r"def \w+.*"),
    "one_tag": lambda text: one_tag(f"<a>{text}</a>", "a")[0],
    "one_block": lambda text: one_block(f"```python\n{text}\n```")[0],
}
_ON_OUTCOME: dict[str, Callable[[Outcome], Verdict]] = {
    "call_contract": lambda run: call_contract(run, dict[str, list[int]]),
    "share_of_tests": lambda run: share_of_tests(
        run, [1, Raises("ValueError"), Accepts(lambda value: value[0] < sorted(value)[1])]
    ),
    "all_tests": lambda run: all_tests(run, [1, Raises("ValueError")], tolerance=1e-6),
    "repeats_agree": lambda run: repeats_agree(run, len(run.results) // 2),
    "in_time": lambda run: in_time(run, 1.0),
    "within_memory": lambda run: within_memory(run, 1 << 30),
    "quiet": quiet,
    "first_failing_line": lambda run: first_failing_line("def f(x):\n    return x\n", run),
}


@settings(deadline=None)
@given(programs)
def test_source_is_judged(source: str) -> None:
    for verify in _ON_SOURCE.values():
        assert 0.0 <= verify(source).value <= 1.0
    assert rebinds_errors(source) in (True, False)


_errors = st.builds(
    RunError,
    st.text(max_size=4),
    st.text(max_size=4),
    st.one_of(st.none(), st.integers(-3, 2**31)),
)


@settings(deadline=None)
@given(
    st.sampled_from(STATUSES),
    st.lists(st.one_of(values, _errors), max_size=4),
    st.one_of(st.none(), _errors),
    st.text(max_size=5),
)
def test_replies_are_judged(status: str, results: list[Any], error: Any, stdout: str) -> None:
    run = outcome(*results, status=status, error=error, stdout=stdout)
    for verify in _ON_OUTCOME.values():
        try:
            assert 0.0 <= verify(run).value <= 1.0
        except NotJudged:
            assert status == "unavailable"


@given(
    st.lists(values, max_size=4),
    st.lists(values, min_size=1, max_size=4),
    st.sampled_from([0.0, 1e-6]),
)
def test_any_values_are_compared(results: list[Any], expected: list[Any], tolerance: float) -> None:
    passed = passed_tests(outcome(*results), expected, tolerance=tolerance)
    assert len(passed) == len(expected)


class _Judge:
    async def complete(self, prompt: str, **_: Any) -> str:
        prompt.encode("utf-8", "backslashreplace")
        return "SCORE: 7"


@settings(deadline=None)
@given(programs)
def test_a_language_model_is_asked_about_any_text(text: str) -> None:
    assert llm_judge(_Judge(), "Is it clear?", lambda step: text).rate(None) in (0.0, 0.7)


@given(values)
def test_values_can_be_shown(value: Any) -> None:
    assert len(shown(value)) <= 1000


@pytest.fixture(scope="module")
def box() -> Iterator[Sandbox]:
    with Sandbox(require="process", limits=Limits(wall_s=2.0, cpu_s=2.0)) as sandbox:
        yield sandbox


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(programs)
def test_programs_are_run_and_judged(box: Sandbox, source: str) -> None:
    calls = [(1,), (2,)]
    verdicts = [
        branch_coverage(box, source, ENTRY, calls),
        inverse_missed_branches(box, source, ENTRY, calls),
        pure(box, source, ENTRY, calls, rng=random.Random(0)),
        fresh_inputs(
            box,
            source,
            ENTRY,
            draw=lambda rng: (rng.randrange(9),),
            reference=lambda x: x,
            rng=random.Random(0),
        ),
    ]
    for verdict in verdicts:
        assert 0.0 <= verdict.value <= 1.0
        assert verdict.detail.encode("utf-8") is not None
