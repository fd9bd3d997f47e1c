"""Reset: the whole seed reaches the generator that draws the task."""

from __future__ import annotations

import itertools
import math
import random

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.generator_seeds import recorded_seeds, table_sizes
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated

_FEWEST_EQUAL = 3
"""Random seeds that share the seeds of their generators; of 31 bits none would by chance."""
_PAIRS = 8
_LEAST, _MOST = 0.7, 1.4
"""Sizes of a table, as shares of the estimated number of tasks, that explain so many tasks."""

Groups = dict[tuple[str, ...], list[int]]
"""Seeds of resets by the seeds of the generators that the reset made."""


def require_whole_seed(context: CheckContext, size: int) -> None:
    """Raise if different seeds give generators of equal seeds, and no table has so few tasks.

    Seen twice, on `size` different seeds each. Says nothing of environments that make no generator
    in `reset()`, and of running servers.
    """
    driver = context.new_driver()
    if not isinstance(driver, InProcessDriver):
        driver.close()
        return
    try:
        driver.reset(seed=1)  # loads what the environment imports at its first reset
        groups: Groups = {}
        for name in ("first", "second"):
            groups = _groups(context, driver, context.rng(f"{name} generators"), size)
            if () in groups or len(groups) < 2 or size - len(groups) < _FEWEST_EQUAL:
                return
        tasks = _estimate(len(groups), size)
        sizes = table_sizes(context.subject, driver.env)
    finally:
        driver.close()
    sizes |= set(context.declared.tasks.values())
    if any(_LEAST * tasks <= held <= _MOST * tasks for held in sizes):
        return
    pairs = [pair for group in groups.values() for pair in itertools.pairwise(group)]
    if not all(_opening(context, one) == _opening(context, other) for one, other in pairs[:_PAIRS]):
        return
    one, other = pairs[0]
    modulus = math.gcd(*(abs(first - second) for first, second in pairs))
    rule = f", as all seeds do that are equal modulo {modulus}" if modulus > 1 else ""
    seeds = next(values for values, group in groups.items() if one in group)
    example = Episode((*Episode.of(one, []).calls, *Episode.of(other, []).calls), "two seeds")
    raise PropertyViolated(
        f"{size} random seeds make generators from {len(groups)} different values: seeds {one} and "
        f"{other} both from {seeds[0]}{rule}, and they give one episode",
        example,
    )


def _groups(
    context: CheckContext, driver: InProcessDriver, rng: random.Random, size: int
) -> Groups:
    groups: Groups = {}
    with recorded_seeds(context.subject) as made:
        for seed in rng.sample(range(2**31), size):
            made.clear()
            driver.reset(seed=seed)
            groups.setdefault(tuple(made), []).append(seed)
            if not made:
                break
    return groups


def _estimate(distinct: int, draws: int) -> float:
    """How many equally likely values show so many different ones in so many draws."""
    low, high = float(distinct), float(draws) ** 2 * 2
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = -middle * math.expm1(draws * math.log1p(-1 / middle)) if middle > 1 else 1.0
        low, high = (middle, high) if expected < distinct else (low, middle)
    return low


def _opening(context: CheckContext, seed: int) -> str:
    return content_text(context.play_messages(Episode.of(seed, [])))
