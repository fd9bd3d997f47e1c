"""`function_contract` on definitions, runs and annotations."""

from __future__ import annotations

from typing import Any, Optional

import pytest

from hallmark_rl.sandbox import CallResult, RunError
from hallmark_rl.sdk.verifiers import Signature, call_contract, function_contract
from hallmark_rl.sdk.verifiers.contract import has_type
from tests.sdk.verifiers.local_sandbox import outcome
from tests.sdk.verifiers.programs import SCALE, SCALE_SIGNATURE


@pytest.mark.parametrize(
    ("source", "objection"),
    [
        (SCALE, ""),
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
def test_the_definition_is_compared_with_the_signature(source: str, objection: str) -> None:
    verdict = function_contract(source, outcome([1.0]), SCALE_SIGNATURE)
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
def test_the_results_are_compared_with_the_signature(result: Any, objection: str) -> None:
    assert function_contract(SCALE, outcome(result), SCALE_SIGNATURE).detail == objection


def test_calls_may_raise_but_one_must_return() -> None:
    assert function_contract(
        SCALE, outcome([1.0], RunError("ValueError", "no")), SCALE_SIGNATURE
    ).passed
    assert function_contract(SCALE, outcome(), SCALE_SIGNATURE).detail == "no call returned"
    for status in ("error", "timeout", "memory", "forbidden", "crash"):
        stopped = function_contract(SCALE, outcome([1.0], status=status), SCALE_SIGNATURE)
        assert stopped.detail == f"the run ended with {status}"


@pytest.mark.parametrize(
    ("results", "kind", "objection"),
    [
        ([[1], [2.0]], list, ""),
        ([[1], [2.0]], list[int], "call 2 returned list"),
        ([1, "a", None], int | str | None, ""),
        ([1, True], int | str, "call 2 returned bool"),
        ([RunError("ValueError", "no")], int, ""),
        ([], int, ""),
        ([CallResult(True, 1, mutated=True)], int, "call 1 changed its arguments"),
        (
            [CallResult(False, None, RunError("ValueError", ""), mutated=True)],
            int,
            "call 1 changed",
        ),
    ],
)
def test_the_contract_of_calls_needs_no_definition(
    results: list[Any], kind: Any, objection: str
) -> None:
    verdict = call_contract(outcome(*results), kind)
    assert verdict.passed == (not objection)
    assert verdict.detail.startswith(objection)


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
def test_spellings_of_an_annotation_are_equivalent(written: str, kind: Any, same: bool) -> None:
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
def test_has_type_compares_at_every_level(value: Any, kind: Any, good: bool) -> None:
    assert has_type(value, kind) is good
