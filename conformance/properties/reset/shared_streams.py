"""Reset: what one episode draws for different purposes is not the same stream of numbers."""

from __future__ import annotations

from collections import Counter

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.generator_seeds import recorded_seeds
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS = 6
_SPREAD = 10**6
"""The difference of two seeds: generators with these as seeds are made for the episode."""


@check("reset.shared_streams")
def shared_streams(context: CheckContext) -> None:
    """Record the seeds of all generators that a reset makes."""
    driver = context.new_in_process_driver()
    made: list[list[str]] = []
    driver.reset(seed=1)  # what is made once, at the first reset, belongs to no episode
    with recorded_seeds(context.subject) as seeds:
        for number in range(_SEEDS):
            seeds.clear()
            driver.reset(seed=_SPREAD * (number + 7))
            made.append(list(seeds))
    driver.close()
    if not all(made):
        raise NotApplicable("a reset makes no generator")
    shared = [[seed for seed, count in Counter(each).items() if count > 1] for each in made]
    constant = set.intersection(*map(set, made))
    for_each = [[seed for seed in each if seed not in constant] for each in shared]
    if all(for_each):
        raise PropertyViolated(
            f"a reset with seed={_SPREAD * 7} makes two generators from {for_each[0][0]}, and so "
            f"does each of {_SEEDS} resets: what is drawn from the one repeats what is drawn from "
            "the other",
            Episode.of(_SPREAD * 7, [], "two generators"),
        )
