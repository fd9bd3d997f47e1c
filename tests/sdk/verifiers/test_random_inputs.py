"""`fresh_inputs` on programs with hard-coded answers."""

from __future__ import annotations

import random

from hallmark_rl.sdk.verifiers import fresh_inputs, share_of_tests
from tests.sdk.verifiers.local_sandbox import LocalSandbox
from tests.sdk.verifiers.programs import CALLS, DOUBLE

SANDBOX = LocalSandbox()


def test_hard_coded_answers_fail_on_fresh_inputs() -> None:
    table = "def double(x):\n    return {1: 2, 2: 4, 5: 10}[x]\n"
    examples = SANDBOX.call(table, "double", CALLS)
    assert share_of_tests(examples, [2, 4, 10]).passed, "the examples do not tell"

    def judge(source: str) -> float:
        return fresh_inputs(
            SANDBOX,
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
        SANDBOX,
        "def total(items): return sum(items)",
        "total",
        draw=lambda rng: ([rng.randrange(1, 9)],),
        reference=emptied,
        rng=random.Random(0),
    )
    assert verdict.passed, verdict.detail
