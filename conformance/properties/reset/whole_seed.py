"""Reset: the whole seed reaches the generator that draws the task."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.probes.generator_seeds import (
    clear_caches,
    recorded_seeds,
    table_sizes,
)
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.oracle_search.answer_rules import read_views
from hallmark_rl.conformance.properties.reset.repeated_episodes import two_resets
from hallmark_rl.conformance.survey.rollouts import play_policy

_FEWEST_EQUAL = 3
"""Random seeds that share the seeds of their generators; of 31 bits none would by chance."""
_PAIRS = 8
_CLEARING_S = 1.0
"""Seconds of resets after caches were emptied: what is loaded again may take long."""
_STEPS, _LONGEST = 6, 200
"""Random actions, and the oracle's steps at most, by which two episodes are compared."""
_LEAST, _MOST = 0.7, 1.4
"""Sizes of a table, as shares of the estimated number of tasks, that explain so many tasks."""

Groups = dict[str, list[int]]
"""Seeds of resets by the seeds of the generators that the reset made, or by that of one of them."""


def require_whole_seed(context: CheckContext, size: int) -> None:
    """Raise if different seeds give generators of equal seeds, and no table has so few tasks.

    Compared are the seeds of all generators that a reset makes, and of each by its place among
    them, if seeds are reduced by a remainder. Seen twice, on `size` different seeds each. The
    generators may draw what is only decoration, so the episodes are compared too, with what the
    oracle plays there; without an oracle, with what the instance holds. Says nothing of
    environments that make no generator in `reset()`, and of running servers.
    """
    driver = context.new_driver()
    if not isinstance(driver, InProcessDriver):
        driver.close()
        return
    try:
        driver.reset(seed=1)  # loads what the environment imports at its first reset
        groupings: dict[int, Groups] = {}
        for name in ("first", "second"):
            made = _recorded(context, driver, context.rng(f"{name} generators"), size)
            found = {
                place: groups
                for place, groups in _groupings(made).items()
                if len(groups) >= 2 and size - len(groups) >= _FEWEST_EQUAL
            }
            groupings = {p: g for p, g in found.items() if name == "first" or p in groupings}
            if not groupings:
                return
        sizes = table_sizes(context.subject, driver.env) | _numbered_tasks(driver.env)
    finally:
        driver.close()
    sizes |= set(context.declared.tasks.values())
    for place, groups in groupings.items():
        tasks = _estimate(len(groups), size)
        is_drawn = place >= 0 and _modulus(groups) == 1  # by another generator: the task's number
        if not is_drawn and not any(_LEAST * tasks <= held <= _MOST * tasks for held in sizes):
            _require_different_episodes(context, groups, size)


def _modulus(groups: Groups) -> int:
    """The largest number that divides all differences of seeds in one group."""
    pairs = (pair for group in groups.values() for pair in itertools.pairwise(group))
    return math.gcd(*(abs(one - other) for one, other in pairs))


def _require_different_episodes(context: CheckContext, groups: Groups, size: int) -> None:
    pairs = [pair for group in groups.values() for pair in itertools.pairwise(group)]
    if not all(_are_one_episode(context, one, other) for one, other in pairs[:_PAIRS]):
        return
    one, other = pairs[0]
    modulus = _modulus(groups)
    rule = f", as all seeds do that are equal modulo {modulus}" if modulus > 1 else ""
    value = next(value for value, group in groups.items() if one in group)
    raise PropertyViolated(
        f"{size} random seeds make generators from {len(groups)} different values: seeds {one} and "
        f"{other} both from {value}{rule}, and they give one episode",
        two_resets(one, other),
    )


def _numbered_tasks(env: Any) -> set[int]:
    """How many tasks OpenEnv's task methods count in each split; none without them."""
    try:
        return {int(env.num_tasks(getattr(split, "name", split))) for split in env.list_splits()}
    except Exception:  # the methods are optional, and raise where there are no tasks
        return set()


def _recorded(
    context: CheckContext, driver: InProcessDriver, rng: random.Random, size: int
) -> dict[int, list[str]]:
    """The seeds of the generators that each reset makes, by the seed of the reset."""
    made: dict[int, list[str]] = {}
    spent = 0.0
    with recorded_seeds(context.subject) as seeds:
        for seed in rng.sample(range(2**31), size):
            seeds.clear()
            driver.reset(seed=seed)
            if not seeds and spent < _CLEARING_S:  # a task that is kept needs no generator again
                clear_caches(context.subject)
                spent += driver.reset(seed=seed).seconds
            made[seed] = list(seeds)
            if not seeds:
                break
    return made


def _groupings(made: dict[int, list[str]]) -> dict[int, Groups]:
    """The seeds by all generators of their reset (-1), and by each generator's place.

    None if a reset makes no generator; no places if resets make different numbers of them.
    """
    counts = {len(seeds) for seeds in made.values()}
    if 0 in counts:
        return {}
    places = range(counts.pop()) if len(counts) == 1 else range(0)
    groupings: dict[int, Groups] = {-1: {}}
    for seed, seeds in made.items():
        groupings[-1].setdefault(seeds[0] if len(seeds) == 1 else repr(seeds), []).append(seed)
        for place in places if len(seeds) > 1 else ():
            groupings.setdefault(place, {}).setdefault(seeds[place], []).append(seed)
    return groupings


def _estimate(distinct: int, draws: int) -> float:
    """How many equally likely values show so many different ones in so many draws."""
    low, high = float(distinct), float(draws) ** 2 * 2
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = -middle * math.expm1(draws * math.log1p(-1 / middle)) if middle > 1 else 1.0
        low, high = (middle, high) if expected < distinct else (low, middle)
    return low


def _are_one_episode(context: CheckContext, one: int, other: int) -> bool:
    """Whether random actions, and the oracle, are told the same on two seeds."""
    texts = [_told_at_random(context, seed) for seed in (one, other)]
    if texts[0] != texts[1]:
        return False
    if not callable(getattr(context.subject.proof, "oracle", None)):
        held = [_held(context, seed) for seed in (one, other)]
        return held[0] == held[1]
    played = [_told_to_oracle(context, seed) for seed in (one, other)]
    return played[0] is not None and played[0] == played[1]


def _held(context: CheckContext, seed: int) -> str:
    """What the instance holds after a reset."""
    driver = context.new_in_process_driver()
    response = driver.reset(seed=seed, episode_id="one")
    held = read_views(driver, response, [])["attributes"]
    driver.close()
    return content_text(dict(held))


def _told_at_random(context: CheckContext, seed: int) -> str:
    actions = context.random_episode(None, _STEPS, "whole seed").actions
    return content_text(context.play_messages(Episode.of(seed, actions)))


def _told_to_oracle(context: CheckContext, seed: int) -> str | None:
    """The oracle's actions and what it is told; None if there is no oracle or it fails."""
    try:
        oracle = oracle_of(context)
    except EvidenceMissing:
        return None
    told: list[Response] = []
    rollout = play_policy(context.subject, context.survey, oracle, seed, _LONGEST, told)
    if rollout.error:
        return None
    return content_text([rollout.actions, [response.plain() for response in told]])
