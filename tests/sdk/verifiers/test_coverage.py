"""`branch_coverage` on every kind of branch."""

from __future__ import annotations

import pytest

from hallmark_rl.sdk.verifiers import branch_coverage
from tests.sdk.verifiers.local_sandbox import LocalSandbox
from tests.sdk.verifiers.programs import SIGN

SANDBOX = LocalSandbox()


@pytest.mark.parametrize(
    ("calls", "share", "missed"),
    [
        ([(1,)], 2 / 5, "else of line 4"),
        ([(1,), (-1,)], 4 / 5, "else of line 6"),
        ([(1,), (-1,), (0,)], 1.0, ""),
    ],
)
def test_the_share_of_branches_that_are_executed(
    calls: list[tuple[int]], share: float, missed: str
) -> None:
    verdict = branch_coverage(SANDBOX, SIGN, "sign", calls)
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
    verdict = branch_coverage(SANDBOX, source, "f", [(3,), (0,), (40,)])
    assert verdict.passed, verdict.detail
    for missing, calls in {
        "except": [(3,), (40,)],
        "while": [(3,), (0,), (4,)],
        "case": [(0,), (40,)],
        "else of line 17": [(3,), (40,), (4,)],
    }.items():
        verdict = branch_coverage(SANDBOX, source, "f", calls)
        assert not verdict.passed
        assert missing in verdict.detail or missing.startswith("else")


@pytest.mark.parametrize(
    ("loop", "call"), [("for i in range(x):", 1), ("while x:", 1), ("try:", 0)]
)
def test_an_else_of_a_loop_or_try_is_a_branch(loop: str, call: int) -> None:
    handler = "    except ZeroDivisionError:\n        pass\n" if loop == "try:" else ""
    source = f"def f(x):\n    {loop}\n        x = 1 / x\n        if x:\n            return 1\n"
    source = source.replace("        if x:\n            return 1\n", "") if handler else source
    verdict = branch_coverage(
        SANDBOX, f"{source}{handler}    else:\n        x = 2\n", "f", [(call,)]
    )
    assert verdict.detail == "never reached: else of line 2"


def test_a_program_that_does_not_run_has_no_coverage() -> None:
    assert branch_coverage(SANDBOX, "def g(): pass", "f", [()]).value == 0.0
    assert branch_coverage(SANDBOX, "def f(:", "f", [()]).value == 0.0
    assert branch_coverage(SANDBOX, "1 / 0\ndef f(): pass", "f", [()]).value == 0.0
