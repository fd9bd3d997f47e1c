"""Compare a program with a reference on random inputs, which hard-coded answers cannot pass.

Rewards: agreeing with the reference on inputs that are drawn after the program was submitted.
Cannot detect: errors on inputs that `draw` never returns. Draw from the episode's own generator.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from hallmark_rl.sandbox import SandboxLike
from hallmark_rl.sdk.common.plain_copy import copy_plain
from hallmark_rl.sdk.verifiers.expected_results import share_of_tests
from hallmark_rl.sdk.verifiers.verdict import Verdict


def fresh_inputs(
    sandbox: SandboxLike,
    source: str,
    entry: str,
    *,
    draw: Callable[[random.Random], Sequence[Any]],
    reference: Callable[..., Any],
    rng: random.Random,
    count: int = 20,
    tolerance: float = 0.0,
) -> Verdict:
    """Measure on which fraction of random inputs the program agrees with `reference`.

    Args:
        sandbox: runs the program; each call runs in a process of its own.
        source: the program.
        entry: the name of its top-level function that is called.
        draw: returns the positional arguments of one call.
        reference: the right answer for given arguments; it may change them.
        rng: the generator that is passed to `draw`.
        count: how many inputs are drawn; at least 1.
        tolerance: for floats, see `hallmark_rl.sdk.common.equality.same`.

    Returns:
        The fraction, in [0, 1]; below 1 with the first input that failed as the reason, by number.
        A call that failed or has no result counts as wrong.

    Raises:
        NotJudged: the sandbox could not run the program.
        ValueError: `count` is below 1.
    """
    calls = [tuple(draw(rng)) for _ in range(count)]
    expected = [reference(*copy_plain(arguments)) for arguments in calls]
    outcome = sandbox.call(source, entry, calls, fresh_calls=True)
    return share_of_tests(outcome, expected, tolerance=tolerance)
