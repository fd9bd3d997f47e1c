"""Comparing the results of a run with expected results."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.sandbox import RunError
from hallmark_rl.sdk.verifiers import Accepts, Raises, all_tests, passed_tests, share_of_tests
from tests.sdk.verifiers.local_sandbox import outcome


def test_share_of_tests_and_all_tests() -> None:
    ran = outcome(1, [2], RunError("ValueError", "no"), 4)
    assert share_of_tests(ran, [1, [2], Raises("ValueError"), 4]).passed
    half = share_of_tests(ran, [1, [2], 3, 5])
    assert (half.value, half.detail) == (0.5, "test 3 of 4: a wrong answer")
    assert all_tests(ran, [1, [2], Raises("ValueError"), 4]).value == 1.0
    assert all_tests(ran, [1, [2], 3, 4]).value == 0.0


@pytest.mark.parametrize(("got", "wanted"), [(True, 1), (1, 1.0), ([1], (1,)), ("1", 1), (-0.0, 0)])
def test_types_must_be_the_same(got: Any, wanted: Any) -> None:
    assert not all_tests(outcome(got), [wanted]).passed


def test_an_object_that_equals_everything_fails() -> None:
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


def test_an_empty_test_set_is_refused() -> None:
    with pytest.raises(ValueError, match="no tests"):
        share_of_tests(outcome(), [])


def test_a_function_can_say_which_values_are_accepted() -> None:
    sorted_list = Accepts(lambda value: value == sorted(value))
    ran = outcome([1, 2], [2, 1], 5, RunError("ValueError", "no"))
    assert passed_tests(ran, [sorted_list] * 5) == (True, False, False, False, False)
    assert share_of_tests(ran, [sorted_list] * 4).value == 0.25


def test_what_an_accepting_function_changes_is_a_copy() -> None:
    ran = outcome([1])
    assert all_tests(ran, [Accepts(lambda value: value.append(2) is None)]).passed
    assert ran.results[0].value == [1]
