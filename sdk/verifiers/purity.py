"""Check that a function is pure: that results do not depend on earlier calls.

`pure` runs the program several times. `repeats_agree` looks at one run whose last calls repeat its
first ones, so it costs a few calls and no run, and finds less.
Rewards: functions that depend on their arguments only. It finds caches keyed on identity, counters,
and results stored from an earlier call.
Cannot detect: state that these calls do not reach; a value that is drawn once when the program
loads (the sandbox seeds its randomness, so the value is the same in every process); or whether the
results are right.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from hallmark_rl.sandbox import CallResult, Outcome, SandboxLike
from hallmark_rl.sdk.common.equality import same
from hallmark_rl.sdk.verifiers.verdict import Verdict, run_problem


def pure(
    sandbox: SandboxLike, source: str, entry: str, calls: Sequence[Any], *, rng: random.Random
) -> Verdict:
    """Compare calls that run alone with the same calls in a shared process.

    Each call first runs in a process of its own. Then all calls run in one process in random order,
    and in another process in the opposite order, each twice in a row. A call passes if it returns
    the same value, or raises an exception of the same type, every time.

    Args:
        sandbox: runs the program.
        source: the program.
        entry: the name of its top-level function that is called.
        calls: the positional arguments of each call.
        rng: draws the order.

    Returns:
        1 if every call passes. Else 0 with the first call that does not, or with how a run failed,
        as the reason.

    Raises:
        NotJudged: the sandbox could not run the program.
        ValueError: there are no calls.
    """
    if not calls:
        raise ValueError("calls is empty: purity needs at least one call")
    alone = sandbox.call(source, entry, calls, fresh_calls=True)
    problem = run_problem(alone, len(calls))
    if problem:
        return Verdict(0.0, problem)
    order = rng.sample(range(len(calls)), len(calls))
    for numbers in (order, [number for number in reversed(order) for _ in range(2)]):
        together = sandbox.call(source, entry, [calls[number] for number in numbers])
        problem = run_problem(together, len(numbers))
        if problem:
            return Verdict(0.0, problem)
        for number, result in zip(numbers, together.results, strict=True):
            if not _same_result(result, alone.results[number]):
                return Verdict(0.0, f"call {number + 1} depends on the calls before it")
    return Verdict(1.0)


def repeats_agree(outcome: Outcome, repeats: int) -> Verdict:
    """Check that the last calls of a run give the results of its first calls.

    Args:
        outcome: a run whose last `repeats` calls have the arguments of its first `repeats` calls.
        repeats: how many; with 0 there is nothing to compare, and the verdict is 1.

    Returns:
        1 if each pair of calls returned the same value, or raised an exception of the same type;
        else 0 with the number of the first call that was repeated with another result, or with how
        the run failed, as the reason.

    Raises:
        NotJudged: the sandbox could not run the program.
        ValueError: `repeats` is negative, or more than half of the calls.
    """
    problem = run_problem(outcome, len(outcome.results))
    if problem:
        return Verdict(0.0, problem)
    if not 0 <= 2 * repeats <= len(outcome.results):
        raise ValueError(f"{repeats} of {len(outcome.results)} calls cannot repeat others")
    for number in range(repeats):
        first, again = outcome.results[number], outcome.results[number - repeats]
        if not _same_result(first, again):
            return Verdict(0.0, f"call {number + 1} gave another result when repeated")
    return Verdict(1.0)


def _same_result(left: CallResult, right: CallResult) -> bool:
    if left.error is None or right.error is None:
        return left.error is right.error and same(left.value, right.value)
    return left.error.type == right.error.type
