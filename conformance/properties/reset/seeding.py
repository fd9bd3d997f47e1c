"""Reset: a seed fixes the episode, different seeds vary it, and so do resets without a seed."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.checking.error_rate import allowance, fresh_seeds
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_REACH = 36
"""Largest number of seeds that are compared with the same number of resets without a seed."""
_FRESH = 48
"""Fresh seeds that must not differ either: three tasks drawn with equal probability all occur."""


@check("runtime.seed_control", needs_fresh_process=True)
def seed_control(context: CheckContext) -> None:
    _require_seedable(context)
    if not context.survey.accepts.get("seed", True):
        _require_repeatable_without_seed(context)
        raise NotApplicable("reset() has no parameter seed, but its episodes do not differ")
    for seed in context.until_budget(context.seeds, least=3):
        require_repeatable(context, seed)


@check("reset.seed_zero", needs_fresh_process=True)
def seed_zero(context: CheckContext) -> None:
    require_seed(context)
    for _ in range(8):  # each repetition shows a difference with a probability above one half
        require_repeatable(context, 0)


def require_seed(context: CheckContext) -> None:
    """Raise `NotApplicable` if a seed is not taken or not meant to fix the episode."""
    _require_seedable(context)
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed: see reset.accepts_seed")


def _require_seedable(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "a seed does not fix the episode")
    context.require_capability_absent("unseeded", "the environment takes no seed")


def _require_repeatable_without_seed(context: CheckContext) -> None:
    """Compare episodes of an environment that takes no seed; there may be only one."""
    episode = context.random_episode(None, 5)
    first = context.play_messages(episode)
    for _ in range(8):
        difference = content_difference(first, context.play_messages(episode))
        if difference is not None:
            raise PropertyViolated(
                f"reset() has no parameter seed, so no episode can be repeated: {difference}",
                episode,
            )


def require_repeatable(context: CheckContext, seed: int, /, **options: Any) -> None:
    """Compare the reset and five random steps between this process and a fresh one.

    `options` are further arguments of the reset.
    """
    episode = Episode.of(seed, context.random_episode(seed, 5).actions, "walk", **options)
    if context.subject.url is not None:
        traces = [context.play_messages(episode), context.play_messages(episode)]
    else:
        traces = [context.play_in_fresh_process(episode), context.play_messages(episode)]
    difference = content_difference(*traces)
    if difference is not None:
        opening_difference = content_difference(traces[0][:1], traces[1][:1])
        opening = Episode.of(seed, [], "opening", **options)
        example = opening if opening_difference is not None else episode
        raise PropertyViolated(
            f"two episodes with seed {seed}: {opening_difference or difference}", example
        )


@check("reset.seed_varies")
def seed_varies(context: CheckContext) -> None:
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed")
    spread = itertools.islice(fresh_seeds(context.seed, "reset.seed_varies"), _FRESH)
    if count_different(context, list(range(1, 17))) <= 2:
        distinct = count_different(context, [*range(1, 17), *spread])
        if distinct <= 2:
            raise PropertyViolated(
                f"{16 + _FRESH} seeds gave {distinct} different episodes",
                context.random_episode(1, 4),
            )
    _require_reach(context)


def _require_reach(context: CheckContext) -> None:
    """Raise if seeds give far fewer different episodes than resets without a seed."""
    kinds: list[list[Messages]] = [[], []]
    actions = context.random_episode(1, 2, "variety").actions
    seeds = itertools.chain(range(1, _REACH // 2 + 1), fresh_seeds(context.seed, "reach"))
    count = 0
    for _ in context.until_budget(range(_REACH), least=12):
        count += 1
        for seed, distinct in zip((next(seeds), None), kinds, strict=True):
            messages = context.play_messages(Episode.of(seed, actions))
            if all(content_difference(known, messages) is not None for known in distinct):
                distinct.append(messages)
        with_seed, without = map(len, kinds)
        if with_seed > _REACH / 4:
            return
    if without >= 10 and without >= 3 * with_seed:
        text = f"{count} seeds gave {with_seed} different episodes, {count} resets without a seed"
        raise PropertyViolated(f"{text} gave {without}", context.random_episode(1, 2))


@check("reset.unseeded_varies")
def unseeded_varies(context: CheckContext) -> None:
    context.require_capability_absent("single_task", "there is one task")
    if count_different(context, list(range(1, 9))) < 2:
        raise NotApplicable("episodes do not vary with the seed either: see reset.seed_varies")
    count = _resets_needed(context)
    if count_different(context, [None] * count) < 2:
        text = f"{count} resets without a seed gave {count} equal episodes"
        raise PropertyViolated(text, context.random_episode(None, 4))


def _resets_needed(context: CheckContext) -> int:
    """How many unseeded resets must give equal episodes before that cannot be chance.

    If each reset chose a seed at random, that many equal episodes would have a probability below
    the property's share of the error rate. How often two episodes are equal is estimated from 24
    seeds. Raises `NotApplicable` if more than 64 resets are needed.
    """
    kinds: list[list[Messages]] = []
    for seed in range(1, 25):
        messages = _two_episodes(context, seed)
        for kind in kinds:
            if content_difference(kind[0], messages) is None:
                kind.append(messages)
                break
        else:
            kinds.append([messages])
    shares = [len(kind) / 24 for kind in kinds]
    for count in range(8, 65, 8):
        if sum(share**count for share in shares) < allowance("reset.unseeded_varies"):
            return count
    raise NotApplicable("episodes of different seeds differ too rarely for a decision")


def count_different(context: CheckContext, seeds: Sequence[int | None], /, **options: Any) -> int:
    """Count the different episodes or different solutions of the seeds, up to 3.

    `options` are further arguments of the reset.
    """
    distinct_solutions = {
        repr(solution.actions)
        for solution in context.survey.solutions
        if solution.seed in seeds and not options
    }
    distinct: list[Messages] = []
    for seed in seeds:
        messages = _two_episodes(context, seed, **options)
        if all(content_difference(known, messages) is not None for known in distinct):
            distinct.append(messages)
        if len(distinct) > 2:
            break
    return max(len(distinct_solutions), len(distinct))


def _two_episodes(context: CheckContext, seed: int | None, /, **options: Any) -> Messages:
    """Play two episodes of six random actions, one after the other, and return their messages."""
    action_lists = [context.random_episode(number, 6, "variety").actions for number in (1, 2)]
    return [
        message
        for actions in action_lists
        for message in context.play_messages(Episode.of(seed, actions, "", **options))
    ]


@check("reset.seed_range")
def seed_range(context: CheckContext) -> None:
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed")
    for seed in (2**31, 2**32, 2**63 - 1):
        response = context.new_driver().reset(seed=seed)
        if response.data is None:
            raise PropertyViolated(f"reset(seed={seed}) raises {response}", Episode.of(seed, []))
