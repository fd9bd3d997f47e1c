"""Verifiers that run programs, on the real sandbox."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.verifiers import (
    Raises,
    Signature,
    all_tests,
    branch_coverage,
    first_failing_line,
    fresh_inputs,
    function_contract,
    in_time,
    pure,
    quiet,
)
from tests.sdk.verifiers.programs import CALLS, DOUBLE, IMPURE, SIGN


@pytest.fixture(scope="module")
def box() -> Iterator[Sandbox]:
    with Sandbox(require="process") as sandbox:
        yield sandbox


def test_purity(box: Sandbox) -> None:
    assert pure(box, DOUBLE, "double", CALLS, rng=random.Random(0)).passed
    for how, source in IMPURE.items():
        assert not pure(box, source, "double", CALLS, rng=random.Random(0)).passed, how


def test_fresh_inputs(box: Sandbox) -> None:
    table = "def double(x):\n    return {1: 2}[x]\n"
    for source, value in ((DOUBLE, 1.0), (table, 0.0)):
        verdict = fresh_inputs(
            box,
            source,
            "double",
            draw=lambda rng: (rng.randrange(2, 10**6),),
            reference=lambda x: 2 * x,
            rng=random.Random(0),
        )
        assert verdict.value == value


def test_branches(box: Sandbox) -> None:
    assert branch_coverage(box, SIGN, "sign", [(1,), (-1,), (0,)]).passed
    assert branch_coverage(box, SIGN, "sign", [(1,)]).value == pytest.approx(2 / 5)


def test_contract_and_tests(box: Sandbox) -> None:
    source = "def take(items):\n    return items.pop()\n"
    run = box.call(source, "take", [([1, 2],), ([],)], report_mutation=True)
    assert all_tests(run, [2, Raises("IndexError")]).passed
    verdict = function_contract(source, run, Signature("take", {"items": list[int]}, int))
    assert verdict.detail == "call 1 changed its arguments"
    assert first_failing_line(source, run).detail.startswith("line 2 (return items.pop())")


def test_limits(box: Sandbox) -> None:
    from hallmark_rl.sandbox import Limits

    loop = "def f():\n    while True:\n        pass\n"
    run = box.call(loop, "f", [()], limits=Limits(wall_s=0.5, cpu_s=0.5))
    assert not in_time(run).passed
    assert not all_tests(run, [None]).passed
    assert not quiet(box.call("def f():\n    print('x' * 100)\n", "f", [()]), 50).passed
