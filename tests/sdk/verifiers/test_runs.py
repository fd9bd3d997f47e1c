"""Verifiers that run the program, on programs written to get past them."""

from __future__ import annotations

import random

import pytest

from hallmark_rl.sdk.verifiers import branch_coverage, fresh_inputs, pure, share_of_tests
from tests.sdk.verifiers.box import LocalBox

BOX = LocalBox()
DOUBLE = "def double(x):\n    return 2 * x\n"
CALLS = [(1,), (2,), (5,)]

IMPURE = {
    "counts its calls": "n = [0]\ndef double(x):\n    n[0] += 1\n    return 2 * x + (n[0] > 4)\n",
    "keeps the first answer": (
        "seen = []\ndef double(x):\n    seen.append(2 * x)\n    return seen[0]\n"
    ),
    "remembers the last input": (
        "last = [0]\ndef double(x):\n    out = 2 * x + last[0] * 0.5\n    last[0] = x\n"
        "    return out\n"
    ),
    "knows a call that comes again": (
        "last = [0]\ndef double(x):\n    again = last[0] == x\n    last[0] = x\n"
        "    return 2 * x + again\n"
    ),
    "expects the usual order": (
        "seen = []\ndef double(x):\n    new = x not in seen and bool(seen) and x < max(seen)\n"
        "    seen.append(x)\n    return 2 * x + new\n"
    ),
    "answers each input once": (
        "seen = set()\ndef double(x):\n    if x in seen:\n        raise ValueError(x)\n"
        "    seen.add(x)\n    return 2 * x\n"
    ),
}


def test_a_pure_function_is_pure() -> None:
    assert pure(BOX, DOUBLE, "double", CALLS, rng=random.Random(0)).passed
    raising = "def double(x):\n    return [0][x]\n"
    assert pure(BOX, raising, "double", CALLS, rng=random.Random(0)).passed
    cached = "c = {}\ndef double(x):\n    return c.setdefault(x, 2 * x)\n"
    assert pure(BOX, cached, "double", CALLS, rng=random.Random(0)).passed, "a cache is harmless"


@pytest.mark.parametrize("how", IMPURE)
def test_a_function_with_a_memory_is_found(how: str) -> None:
    for seed in range(8):
        verdict = pure(BOX, IMPURE[how], "double", CALLS, rng=random.Random(seed))
        assert not verdict.passed, how
        assert "depends on the calls before it" in verdict.detail


def test_purity_needs_calls() -> None:
    with pytest.raises(ValueError, match="no calls"):
        pure(BOX, DOUBLE, "double", [], rng=random.Random(0))


def test_a_program_that_does_not_run_is_not_pure() -> None:
    assert "ended with error" in pure(BOX, "x +", "double", CALLS, rng=random.Random(0)).detail


def test_hard_coded_answers_fail_on_fresh_inputs() -> None:
    table = "def double(x):\n    return {1: 2, 2: 4, 5: 10}[x]\n"
    examples = BOX.call(table, "double", CALLS)
    assert share_of_tests(examples, [2, 4, 10]).passed, "the examples do not tell"

    def judge(source: str) -> float:
        return fresh_inputs(
            BOX,
            source,
            "double",
            draw=lambda rng: (rng.randrange(10**6),),
            reference=lambda x: 2 * x,
            rng=random.Random(4),
        ).value

    assert judge(table) == 0.0
    assert judge(DOUBLE) == 1.0


def test_a_reference_that_changes_its_inputs_does_not_change_the_tests() -> None:
    def emptied(items: list[int]) -> int:
        total = sum(items)
        items.clear()
        return total

    verdict = fresh_inputs(
        BOX,
        "def total(items): return sum(items)",
        "total",
        draw=lambda rng: ([rng.randrange(1, 9)],),
        reference=emptied,
        rng=random.Random(0),
    )
    assert verdict.passed, verdict.detail


SIGN = """from __future__ import annotations
def sign(x):
    "Sign of a number."
    if x > 0:
        return 1
    elif x < 0:
        return -1
    return 0
"""


@pytest.mark.parametrize(
    ("calls", "share", "missed"),
    [
        ([(1,)], 2 / 5, "else of line 4"),
        ([(1,), (-1,)], 4 / 5, "else of line 6"),
        ([(1,), (-1,), (0,)], 1.0, ""),
    ],
)
def test_branches_reached(calls: list[tuple[int]], share: float, missed: str) -> None:
    verdict = branch_coverage(BOX, SIGN, "sign", calls)
    assert verdict.value == pytest.approx(share)
    assert missed in verdict.detail


def test_every_kind_of_branch_is_counted() -> None:
    source = """
def f(x):
    total = 0
    for item in range(x):
        total += item
    while total > 100:
        total -= 1
    try:
        total = 1 // x
    except ZeroDivisionError:
        total = 7
    match x:
        case 3:
            total += 1
        case _:
            total += 2
    return total if x else -total
"""
    verdict = branch_coverage(BOX, source, "f", [(3,), (0,), (40,)])
    assert verdict.passed, verdict.detail
    for missing, calls in {
        "except": [(3,), (40,)],
        "while": [(3,), (0,), (4,)],
        "case": [(0,), (40,)],
        "else of line 17": [(3,), (40,), (4,)],
    }.items():
        verdict = branch_coverage(BOX, source, "f", calls)
        assert not verdict.passed
        assert missing in verdict.detail or missing.startswith("else")


@pytest.mark.parametrize(
    ("loop", "call"), [("for i in range(x):", 1), ("while x:", 1), ("try:", 0)]
)
def test_an_else_that_never_runs_is_a_branch(loop: str, call: int) -> None:
    handler = "    except ZeroDivisionError:\n        pass\n" if loop == "try:" else ""
    source = f"def f(x):\n    {loop}\n        x = 1 / x\n        if x:\n            return 1\n"
    source = source.replace("        if x:\n            return 1\n", "") if handler else source
    verdict = branch_coverage(BOX, f"{source}{handler}    else:\n        x = 2\n", "f", [(call,)])
    assert verdict.detail == "never reached: else of line 2"


def test_a_program_without_the_entry_covers_nothing() -> None:
    assert branch_coverage(BOX, "def g(): pass", "f", [()]).value == 0.0
    assert branch_coverage(BOX, "def f(:", "f", [()]).value == 0.0
    assert branch_coverage(BOX, "1 / 0\ndef f(): pass", "f", [()]).value == 0.0
