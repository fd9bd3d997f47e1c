"""Which fields of an answer a variant judges: with another task's value a solution earns less."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, oracle_of, oracle_rollout
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _STEPS = 12, 60
_FEWEST = 3
"""Seeds on which a field must be judged."""


def is_judged_at_a_variant(context: CheckContext, field: str) -> bool:
    """Whether a level, split or mode judges a field, though a reset without options does not."""
    try:
        oracle_of(context)
        variants = chosen_variants(context, tasks=False)
    except (EvidenceMissing, NotApplicable):
        return False
    for variant in variants:
        solutions = {
            seed: oracle_rollout(context, seed, _STEPS, **variant.options).actions
            for seed in range(1, _SEEDS + 1)
        }
        if judged_fields(context, variant, solutions).get(field, 0) >= _FEWEST:
            return True
    return False


def judged_fields(
    context: CheckContext, variant: Variant, solutions: Mapping[int, list[Action]]
) -> dict[str, int]:
    """On how many seeds a solution earns less with the next one's value in a field of its end.

    Args:
        context: the context of the check.
        variant: how the episodes are reset.
        solutions: the oracle's actions by seed; of these, twelve are changed at most.
    """
    judged: dict[str, int] = {}
    ends = [(seed, actions) for seed, actions in solutions.items() if actions]
    for (seed, own), (_, other) in itertools.islice(itertools.pairwise(ends), _SEEDS):
        right = _earned(context, variant, seed, own)
        for name, value in own[-1].items():
            wrong = other[-1].get(name)
            if name in ("metadata", "type") or wrong in (None, value):
                continue
            changed = [*own[:-1], {**own[-1], name: wrong}]
            is_less = _earned(context, variant, seed, changed) < right - oracle_margin(context)
            judged[name] = judged.get(name, 0) + is_less
    return judged


def _earned(context: CheckContext, variant: Variant, seed: int, actions: list[Action]) -> float:
    trace = context.play(Episode.of(seed, actions, "judged fields", **variant.options))
    return sum(response.numeric_reward for response in trace[1:])
