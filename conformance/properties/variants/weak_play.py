"""What weak play earns at a level: an opponent's skill shows only in how mistakes end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import Policy, oracle_of, play
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.properties.variants.level_measures import Values
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.conformance.survey.variants import Variant

_SHORTEST, _LONGEST, _SECONDS = 4, 60, 4.0
"""Steps after which an episode is cut, so that all of them take about so many seconds."""


def weak_play(context: CheckContext, variant: Variant, seeds: Sequence[int]) -> Values:
    """The returns and lengths of random episodes, and of an oracle's that begin at random."""
    values: Values = defaultdict(list)
    limit = int(_SECONDS / (2 * len(seeds) * max(context.survey.step_s, 1e-4)))
    limit = max(_SHORTEST, min(_LONGEST, limit))

    def add(name: str, rollout: Rollout) -> None:
        values[f"the return of {name}"].append(rollout.total)
        values[f"the length of {name}"].append(len(rollout.actions))

    for seed in seeds:
        actions = context.random_episode(seed, limit, "weak play").actions
        add("random play", play(context, actions, seed, **variant.options))
        try:
            policy = _late_oracle(context, seed)
        except EvidenceMissing:
            continue
        rollout = play_policy(
            context.subject, context.survey, policy, seed, limit, **variant.options
        )
        add("an oracle after a random action", rollout)
    return values


def _late_oracle(context: CheckContext, seed: int) -> Policy:
    """The oracle with a random first action; `EvidenceMissing` without an oracle."""
    oracle, first = oracle_of(context), [context.rng(f"weak play {seed}").choice(context.pool)]

    def policy(env: Any, observation: Any) -> Any:
        return first.pop() if first else oracle(env, observation)

    return policy
