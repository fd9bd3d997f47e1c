"""What weak play earns at a level: an opponent's skill shows only in how mistakes end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play, wandering_oracle
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.properties.variants.level_measures import Values
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.conformance.survey.variants import Variant

_LONGEST = 60
"""Steps after which an episode is cut."""


def weak_play(context: CheckContext, variant: Variant, seeds: Iterable[int]) -> Values:
    """The returns and lengths of episodes of random play, and of an oracle that often errs."""
    values: Values = defaultdict(list)

    def add(name: str, rollout: Rollout) -> None:
        values[f"the return of {name}"].append(rollout.total)
        values[f"the length of {name}"].append(len(rollout.actions))

    for seed in seeds:
        actions = context.random_episode(seed, _LONGEST, "weak play").actions
        add("random play", play(context, actions, seed, **variant.options))
        try:
            policy = wandering_oracle(context, seed)
        except EvidenceMissing:
            continue
        add(
            "an oracle that errs",
            play_policy(context.subject, context.survey, policy, seed, _LONGEST, **variant.options),
        )
    return values
