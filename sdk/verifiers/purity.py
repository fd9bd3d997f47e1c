"""Purity: the same call gives the same result again, in another order, and in a fresh process.

Pays for: functions that depend on their arguments alone, so caches keyed on identity, counters
that wait for the third call, and results remembered from an earlier test are found.
Cannot see: state that these calls do not reach, a value drawn once when the program loads (the
sandbox seeds its randomness, so it is the same in every process), or whether the results are right.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from hallmark_rl.sandbox.api.outcome import CallResult
from hallmark_rl.sdk.common.equality import same
from hallmark_rl.sdk.verifiers.verdict import Caller, Verdict, ended_well


def pure(
    box: Caller, source: str, entry: str, calls: Sequence[Any], *, rng: random.Random
) -> Verdict:
    """Each call in a process of its own, against all of them in one, in an order of `rng`.

    And against the opposite order, in another process, with each call twice in a row.
    """
    if not calls:
        raise ValueError("no calls: every program would be pure")
    alone = box.call(source, entry, calls, fresh_calls=True)
    problem = ended_well(alone, len(calls))
    if problem:
        return Verdict(0.0, problem)
    order = rng.sample(range(len(calls)), len(calls))
    for numbers in (order, [number for number in reversed(order) for _ in range(2)]):
        together = box.call(source, entry, [calls[number] for number in numbers])
        problem = ended_well(together, len(numbers))
        if problem:
            return Verdict(0.0, problem)
        for number, result in zip(numbers, together.results, strict=True):
            if not _alike(result, alone.results[number]):
                return Verdict(0.0, f"call {number + 1} depends on the calls before it")
    return Verdict(1.0)


def _alike(one: CallResult, other: CallResult) -> bool:
    if one.error is None and other.error is None:
        return same(one.value, other.value)
    return one.error is not None and other.error is not None and one.error.type == other.error.type
