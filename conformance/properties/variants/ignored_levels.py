"""Variants: declared levels and splits are not ignored: they give different episodes."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.properties.variants.name_mask import NameMask
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST_SEEDS = 24, 3
"""Seeds on which episodes must be equal: a level may change what happens in few of them."""
_STEPS = 6
_LONG, _LONG_SECONDS = 400, 1.0
"""Steps of an episode that is played to a late difference, and what they may take."""
_LONG_SEEDS = 2
_MOST_VARIANTS = 8
_WANDERING = 0.5
"""Share of steps at which a random action takes the place of the oracle's."""
Play = Callable[[Variant, int], list[Any]]


@check("variants.levels_differ")
def levels_differ(context: CheckContext) -> None:
    """Compare the episodes of levels, and of splits, on the same seeds."""
    context.require_deterministic()
    context.require_capability_absent("unseeded", "the environment takes no seed")
    listed = chosen_variants(context, tasks=False)
    compared = 0
    for kind in ("level", "split"):
        variants = [variant for variant in listed if variant.kind == kind][:_MOST_VARIANTS]
        for one, other in itertools.combinations(variants, 2):
            compared += 1
            count = _equal_seeds(context, one, other)
            if count:
                raise PropertyViolated(
                    f"reset({one.label}) and reset({other.label}) give the same episodes on "
                    f"{count} seeds",
                    Episode.of(context.seeds[0], [], "opening", **other.options),
                )
    if not compared:
        raise NotApplicable("fewer than two levels or splits are declared")


def _equal_seeds(context: CheckContext, one: Variant, other: Variant) -> int:
    """On how many seeds two variants give the same episodes; 0 if they differ on any.

    Raises:
        EvidenceMissing: no difference was seen, and there is no oracle to look for one.
    """
    mask = NameMask([one, other])
    short, further = _ways_to_play(context)

    def differ(play: Play, seed: int) -> bool:
        left, right = (content_text(mask.without(play(variant, seed))) for variant in (one, other))
        return left != right

    if any(differ(short, seed) for seed in range(1, _FEWEST_SEEDS + 1)):
        return 0
    compared = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        plays = [short, *further] if seed <= _LONG_SEEDS else [short, *further[:2]]
        if any(differ(play, seed) for play in plays):
            return 0
        compared += 1
    oracle_of(context)  # without it, a difference may begin where random play does not come
    if context.subject.url is not None:
        raise EvidenceMissing("no difference was seen, and the oracle is not played on a server")
    return compared


def _ways_to_play(context: CheckContext) -> tuple[Play, list[Play]]:
    """Random play of a few steps; and the oracle, the oracle with random steps, and long play."""
    length = int(_LONG_SECONDS / max(context.survey.step_s, 1e-3))
    length = max(_STEPS, min(_LONG, length))

    def random_play(variant: Variant, seed: int, steps: int = _STEPS) -> list[Any]:
        return _played(
            context, variant, seed, context.random_episode(seed, steps, "levels").actions
        )

    def long_random_play(variant: Variant, seed: int) -> list[Any]:
        return random_play(variant, seed, length)

    def idle(variant: Variant, seed: int) -> list[Any]:
        null = next((item.actions for item in context.survey.null_rollouts if item.actions), [])
        return _played(context, variant, seed, null[:1] * length)

    def oracle(variant: Variant, seed: int) -> list[Any]:
        told = _told_to(context, variant, seed, oracle_of(context), length)
        error = told[1]
        if error:
            raise EvidenceMissing(f"no difference was seen, and with {variant.label} {error}")
        return told

    def wandering(variant: Variant, seed: int) -> list[Any]:
        rng, policy = context.rng(f"wandering {seed}"), oracle_of(context)

        def act(env: Any, observation: Any) -> Any:
            action = policy(env, observation)
            return rng.choice([action, *context.pool]) if rng.random() < _WANDERING else action

        return _told_to(context, variant, seed, act, length)

    try:
        oracle_of(context)
        policies: list[Play] = [oracle, wandering] if context.subject.url is None else []
    except EvidenceMissing:
        policies = []
    return random_play, [*policies, long_random_play, idle]


def _played(context: CheckContext, variant: Variant, seed: int, actions: list[Action]) -> list[Any]:
    return context.play_messages(Episode.of(seed, actions, "walk", **variant.options))


def _told_to(
    context: CheckContext, variant: Variant, seed: int, policy: Any, steps: int
) -> list[Any]:
    """A policy's actions at a variant, its error, and what it is told."""
    told: list[Response] = []
    rollout = play_policy(
        context.subject, context.survey, policy, seed, steps, told, **variant.options
    )
    return [rollout.actions, rollout.error, [response.plain() for response in told]]
