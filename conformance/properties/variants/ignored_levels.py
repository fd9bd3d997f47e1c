"""Variants: declared levels and splits are not ignored: they give different episodes."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST_SEEDS = 6, 3
_STEPS = 6
_LONGEST = 60
_MOST_VARIANTS = 8


@check("variants.levels_differ")
def levels_differ(context: CheckContext) -> None:
    """Compare the episodes of levels, and of splits, on the same seeds."""
    context.require_deterministic()
    context.require_capability_absent("unseeded", "the environment takes no seed")
    listed = chosen_variants(context, tasks=False)
    compared = 0
    for kind in ("level", "split"):
        variants = [variant for variant in listed if variant.kind == kind][:_MOST_VARIANTS]
        episodes = [_episodes(context, variant) for variant in variants]
        for (one, left), (other, right) in itertools.combinations(
            zip(variants, episodes, strict=True), 2
        ):
            count = min(len(left), len(right))
            if count < _FEWEST_SEEDS:
                raise EvidenceMissing("too few episodes of a level can be played in the time")
            compared += 1
            if left[:count] == right[:count]:
                raise PropertyViolated(
                    f"reset({one.label}) and reset({other.label}) give the same episodes on "
                    f"{count} seeds",
                    Episode.of(context.seeds[0], [], "opening", **other.options),
                )
    if not compared:
        raise NotApplicable("fewer than two levels or splits are declared")


def _episodes(context: CheckContext, variant: Variant) -> list[str]:
    """What random play and the oracle are told on each seed, without what names the variant."""
    oracle = getattr(context.subject.proof, "oracle", None)
    texts = []
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        actions = context.random_episode(seed, _STEPS, "levels").actions
        responses = context.play(Episode.of(seed, actions, "walk", **variant.options))
        if callable(oracle) and context.subject.url is None:
            played: list[Response] = []
            play_policy(
                context.subject, context.survey, oracle, seed, _LONGEST, played, **variant.options
            )
            responses = [*responses, *played]
        told = [_without(response.plain(), variant.options) for response in responses]
        texts.append(content_text(told))
    return texts


def _without(value: Any, names: Collection[str]) -> Any:
    """A message without the fields that have these names."""
    if isinstance(value, dict):
        return {key: _without(inner, names) for key, inner in value.items() if key not in names}
    if isinstance(value, list):
        return [_without(item, names) for item in value]
    return value
