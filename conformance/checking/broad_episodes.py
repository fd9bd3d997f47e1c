"""Episodes of every kind, for checks that watch what the environment's code does."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import step_limit
from hallmark_rl.conformance.core.episode_data import Episode

RANDOM = 24
"""How many of them are random; the check should play as many at least."""
_LENGTH, _MOST_REPEATS = 12, 40


def broad_episodes(context: CheckContext) -> Iterator[Episode]:
    """Solutions, each action again and again, and random episodes."""
    yield from context.corpus()
    limit = min(step_limit(context), _MOST_REPEATS)
    repeated = (
        Episode.of(context.seeds[number % len(context.seeds)], [action] * limit, "repetition")
        for number, action in enumerate(context.pool)
    )
    randomly = (
        context.random_episode(context.seeds[number % len(context.seeds)], _LENGTH, f"{number}")
        for number in range(RANDOM)
    )
    for pair in itertools.zip_longest(repeated, randomly):
        yield from (episode for episode in pair if episode is not None)
