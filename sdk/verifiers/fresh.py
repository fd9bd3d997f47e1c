"""Freshly drawn inputs: what answers hard-coded from the examples cannot pass.

Pays for: agreeing with the reference on inputs that did not exist before this call.
Cannot see: inputs that the generator never draws. Draw from the episode's generator, after the
program is in.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from hallmark_rl.sdk.common.plain_copy import own
from hallmark_rl.sdk.verifiers.tests import share_of_tests
from hallmark_rl.sdk.verifiers.verdict import Caller, Verdict


def fresh_inputs(
    box: Caller,
    source: str,
    entry: str,
    *,
    draw: Callable[[random.Random], Sequence[Any]],
    reference: Callable[..., Any],
    rng: random.Random,
    count: int = 20,
    tolerance: float = 0.0,
) -> Verdict:
    """The share of `count` drawn inputs on which the program agrees with our own `reference`."""
    calls = [tuple(draw(rng)) for _ in range(count)]
    expected = [reference(*own(arguments)) for arguments in calls]  # it may change its own
    outcome = box.call(source, entry, calls, fresh_calls=True)
    return share_of_tests(outcome, expected, tolerance=tolerance)
