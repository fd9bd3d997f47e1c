"""Verifiers that read an outcome or a text."""

from __future__ import annotations

from typing import Any, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.sandbox.api.outcome import CallResult, RunError
from hallmark_rl.sdk.verifiers import (
    NotJudged,
    Raises,
    Signature,
    all_tests,
    defines,
    first_failing_line,
    free_of,
    function_contract,
    in_time,
    matches,
    one_block,
    one_tag,
    parses,
    quiet,
    share_of_tests,
    within_memory,
)
from hallmark_rl.sdk.verifiers.contract import fits
from tests.sdk.verifiers.box import outcome

# -- tests ------------------------------------------------------------------------------------


def test_shares_and_all() -> None:
    ran = outcome(1, [2], RunError("ValueError", "no"), 4)
    assert share_of_tests(ran, [1, [2], Raises("ValueError"), 4]).passed
    half = share_of_tests(ran, [1, [2], 3, 5])
    assert (half.value, half.detail) == (0.5, "test 3 of 4: a wrong answer")
    assert all_tests(ran, [1, [2], Raises("ValueError"), 4]).value == 1.0
    assert all_tests(ran, [1, [2], 3, 4]).value == 0.0


@pytest.mark.parametrize(("got", "wanted"), [(True, 1), (1, 1.0), ([1], (1,)), ("1", 1), (-0.0, 0)])
def test_types_must_be_the_same(got: Any, wanted: Any) -> None:
    assert not all_tests(outcome(got), [wanted]).passed


def test_an_object_whose_equality_always_says_yes_has_no_say() -> None:
    class AlwaysEqual:
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 0

    assert share_of_tests(outcome(AlwaysEqual()), [7]).value == 0.0


def test_tests_that_were_not_run_count_as_failed() -> None:
    stopped = outcome(1, status="timeout", error=RunError("Timeout", "5 s"))
    verdict = share_of_tests(stopped, [1, 2])
    assert (verdict.value, verdict.detail) == (0.5, "test 2 of 2: the run ended with timeout: 5 s")
    assert share_of_tests(outcome(1), [1, 2]).detail == "test 2 of 2: 1 of 2 calls were answered"


def test_no_tests_pass_nobody() -> None:
    with pytest.raises(ValueError, match="no tests"):
        share_of_tests(outcome(), [])


@pytest.mark.parametrize(
    "judge",
    [
        lambda ran: share_of_tests(ran, [1]),
        lambda ran: all_tests(ran, [1]),
        lambda ran: function_contract(GOOD, ran, SCALE),
        lambda ran: first_failing_line(GOOD, ran),
        in_time,
        within_memory,
        quiet,
    ],
)
def test_what_was_not_run_is_not_judged(judge: Any) -> None:
    with pytest.raises(NotJudged, match="no zygote"):
        judge(outcome(status="unavailable", error=RunError("Unavailable", "no zygote")))


# -- contract ---------------------------------------------------------------------------------

SCALE = Signature("scale", {"values": list[float], "by": float}, list[float])
GOOD = "def scale(values, by):\n    return [by * v for v in values]\n"


@pytest.mark.parametrize(
    ("source", "objection"),
    [
        (GOOD, ""),
        ("def scale(values: list[float], by: float = 1.0) -> 'list[float]': return values", ""),
        ("def scale(*args): return args[0]", ""),
        ("scale = 3", "no function scale"),
        ("def scale(: ", "no function scale"),
        ("class scale: pass", "no function scale"),
        ("def scale(values): return values", "does not take 2"),
        ("def scale(values, by, more): return values", "does not take 2"),
        ("def scale(values, by, *, more): return values", "does not take 2"),
        ("def scale(values: str, by): return values", "parameter for values is annotated str"),
        ("def scale(values, by) -> float: return 1.0", "result is annotated float"),
    ],
)
def test_the_interface(source: str, objection: str) -> None:
    verdict = function_contract(source, outcome([1.0]), SCALE)
    assert verdict.passed == (not objection)
    assert objection in verdict.detail


@pytest.mark.parametrize(
    ("result", "objection"),
    [
        ([1.0, 2.0], ""),
        (RunError("ValueError", "no"), "no call returned"),
        ([1], "call 1 returned list"),
        (None, "call 1 returned NoneType"),
        (CallResult(True, [1.0], mutated=True), "call 1 changed its arguments"),
    ],
)
def test_the_behaviour(result: Any, objection: str) -> None:
    assert function_contract(GOOD, outcome(result), SCALE).detail == objection


def test_a_call_may_raise_but_a_run_that_shows_nothing_keeps_no_contract() -> None:
    assert function_contract(GOOD, outcome([1.0], RunError("ValueError", "no")), SCALE).passed
    assert function_contract(GOOD, outcome(), SCALE).detail == "no call returned"
    for status in ("error", "timeout", "memory", "forbidden", "crash"):
        stopped = function_contract(GOOD, outcome([1.0], status=status), SCALE)
        assert stopped.detail == f"the run ended with {status}"


@pytest.mark.parametrize(
    ("written", "kind", "same"),
    [
        ("Optional[int]", int | None, True),
        ("Union[None, int]", int | None, True),
        ("int | None", Optional[int], True),  # noqa: UP045
        ("typing.Optional['int']", int | None, True),
        ("int", int | None, False),
        ("Dict[str, List[int]]", dict[str, list[int]], True),
        ("dict[str, list[str]]", dict[str, list[int]], False),
        ("tuple[int, ...]", tuple[int, ...], True),
        ("None", None, True),
        ("list", list[int], False),
        ("'not an annotation ('", int, False),
    ],
)
def test_annotations_are_read_by_what_they_mean(written: str, kind: Any, same: bool) -> None:
    source = f"def f() -> {written}:\n    pass\n"
    verdict = function_contract(source, outcome(None), Signature("f", {}, kind))
    assert ("annotated" not in verdict.detail) is same


@pytest.mark.parametrize(
    ("value", "kind", "good"),
    [
        (True, int, False),
        (1, int, True),
        (None, None, True),
        (None, int | None, True),
        ("a", int | None, False),
        ((1, "a"), tuple[int, str], True),
        ((1,), tuple[int, str], False),
        ((1, 2, 3), tuple[int, ...], True),
        ((1, "2"), tuple[int, ...], False),
        ({"a": [1]}, dict[str, list[int]], True),
        ({"a": [True]}, dict[str, list[int]], False),
        ({1, 2}, set[int], True),
        (object(), Any, True),
        ([1, "a"], list, True),
    ],
)
def test_types_of_plain_data(value: Any, kind: Any, good: bool) -> None:
    assert fits(value, kind) is good


# -- form -------------------------------------------------------------------------------------


def test_form() -> None:
    assert matches("abc", "[a-c]+").passed
    assert not matches("abc!", "[a-c]+").passed
    assert one_tag("so <guess> abc </guess>.", "guess")[1] == "abc"
    for poor in (
        "abc",
        "<guess></guess>",
        "<guess> \n</guess>",
        "<guess>a",
        "a</guess>",
        "</guess>a<guess>",
        "<guess>a</guess><guess>b</guess>",
        "<guess>a<guess>b</guess>",
        "<guess><guess>a</guess></guess>",
        "<guess>a</guess></guess>",
        "<guess>a</guess> or <guess>",
    ):
        verdict, inside = one_tag(poor, "guess")
        assert (verdict.value, inside) == (0.0, "")
    assert one_block("text\n```python\nx = 1\n```\n")[1] == "x = 1\n"
    assert one_block("```\nx = 1\n```")[0].passed
    for poor in ("x = 1", "```js\nx\n```", "```\n\n```", "```\na\n```\n```\nb\n```"):
        assert not one_block(poor)[0].passed


# -- source -----------------------------------------------------------------------------------


@given(st.text(max_size=60))
def test_any_text_can_be_judged(source: str) -> None:
    assert parses(source).value in (0.0, 1.0)
    assert free_of(source, names={"eval"}, modules={"os"}).value in (0.0, 1.0)
    assert defines(source, "f").value in (0.0, 1.0)


def test_source_checks_read_the_tree_not_the_text() -> None:
    harmless = "# import os\nnote = 'eval(import os)'\n"
    assert free_of(harmless, names={"eval"}, modules={"os"}).passed
    for source, says in [
        ("import os.path", "line 1 imports os.path"),
        ("x = 1\nfrom os import path", "line 2 imports os"),
        ("import xml.os", ""),
        ("y = eval('1')", "line 1 uses eval"),
        ("y = x.eval", "line 1 uses eval"),
        ("from builtins import eval as e", "line 1 uses eval"),
    ]:
        assert free_of(source, names={"eval"}, modules={"os"}).detail == says
    assert parses("x = (").detail.startswith("SyntaxError on line 1")
    assert defines("class f: pass", "f").passed
    assert not defines("if True:\n    def f(): pass", "f").passed


def test_the_first_failing_line() -> None:
    source = "def f(x):\n    return 1 / x\n"
    assert first_failing_line(source, outcome(1)).passed
    failed = outcome(1, RunError("ZeroDivisionError", "division by zero", 2))
    verdict = first_failing_line(source, failed)
    assert verdict.detail == "line 2 (return 1 / x) failed: ZeroDivisionError"
    assert first_failing_line(source, outcome(status="timeout")).value == 0.0
    assert "the run failed" in first_failing_line(source, outcome(RunError("E", "", 99))).detail


# -- resources --------------------------------------------------------------------------------


def test_resources() -> None:
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
def test_leaving_early_is_no_thrift(judge: Any) -> None:
    for status in ("error", "timeout", "memory", "output", "forbidden", "crash"):
        assert judge(outcome(status=status)).detail == f"the run ended with {status}"
