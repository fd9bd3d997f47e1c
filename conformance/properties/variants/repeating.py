"""Variants: a seed fixes the episodes of each, whatever the process or the clock does."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.isolation.clock_changes import require_clock_unused
from hallmark_rl.conformance.properties.isolation.process_conditions import (
    require_global_generators_unused,
    require_seeded_in_process,
)
from hallmark_rl.conformance.properties.reset.seeding import (
    count_different,
    require_repeatable,
    require_seed,
)
from hallmark_rl.conformance.properties.variants.each_variant import (
    check_each_variant,
    variant_episodes,
    variant_seeds,
)
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.variants import Variant

_COMPARED_SEEDS = 8
_LONGEST = 200


@check("variants.determinism", needs_fresh_process=True)
def each_is_repeatable(context: CheckContext) -> None:
    require_seed(context)
    context.require_deterministic()

    def repeat(variant: Variant) -> None:
        for seed in variant_seeds(context):
            require_repeatable(context, seed, **variant.options)
            _require_same_pay(context, seed, variant)

    check_each_variant(context, repeat)


def _require_same_pay(context: CheckContext, seed: int, variant: Variant) -> None:
    """Raise if the oracle's actions are paid otherwise in a new process, where the task differs."""
    oracle = getattr(context.subject.proof, "oracle", None)
    if not callable(oracle) or context.subject.url is not None:
        return
    rollout = play_policy(
        context.subject, context.survey, oracle, seed, _LONGEST, **variant.options
    )
    if rollout.error:
        return
    episode = Episode.of(seed, rollout.actions, "the oracle's actions", **variant.options)
    messages = context.play_in_fresh_process(episode)[1:]
    again = [Response(message).numeric_reward for message in messages]
    if abs(sum(again) - rollout.total) > 1e-6 * max(1.0, abs(rollout.total)):
        raise PropertyViolated(
            f"with seed {seed} the oracle's actions earn {rollout.total:.4g}, and "
            f"{sum(again):.4g} when they are played in a new process",
            episode,
        )


@check("variants.seeds_differ")
def each_varies(context: CheckContext) -> None:
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed")
    seeds = range(1, _COMPARED_SEEDS + 1)
    plain = count_different(context, list(seeds))
    if plain < 2:
        raise NotApplicable("episodes of the plain environment do not vary: see reset.seed_varies")

    def compare(variant: Variant) -> None:
        if "index" in variant.options:
            return  # one task
        if _openings_differ(context, seeds, variant):
            return
        solutions = _count_solutions(context, seeds, variant)
        if solutions > 1:
            return
        if count_different(context, list(seeds), **variant.options) < 2:
            if not solutions:
                raise EvidenceMissing("random actions do not tell the episodes of seeds apart")
            raise PropertyViolated(
                f"{_COMPARED_SEEDS} seeds give one episode",
                next(variant_episodes(context, variant)),
            )

    check_each_variant(context, compare, tasks=False)


def _count_solutions(context: CheckContext, seeds: range, variant: Variant) -> int:
    """How many different solutions the oracle has on some seeds, up to 2; 0 if none is known."""
    oracle = getattr(context.subject.proof, "oracle", None)
    if not callable(oracle) or context.subject.url is not None:
        return 0
    solutions: set[str] = set()
    for seed in seeds:
        rollout = play_policy(
            context.subject, context.survey, oracle, seed, _LONGEST, **variant.options
        )
        if rollout.actions and not rollout.error:
            solutions.add(repr(rollout.actions))
        if len(solutions) > 1:
            break
    return len(solutions)


def _openings_differ(context: CheckContext, seeds: range, variant: Variant) -> bool:
    """Whether the first observations of two seeds differ; plays as few resets as possible."""
    first = context.play_messages(Episode.of(seeds[0], [], "opening", **variant.options))
    return any(
        content_difference(
            first, context.play_messages(Episode.of(seed, [], "opening", **variant.options))
        )
        for seed in seeds[1:]
    )


@check("variants.global_random")
def each_ignores_global_generators(context: CheckContext) -> None:
    require_seeded_in_process(context)

    def compare(variant: Variant) -> None:
        for episode in variant_episodes(context, variant):
            require_global_generators_unused(context, episode)

    check_each_variant(context, compare)


@check("variants.clock", needs_fresh_process=True)
def each_ignores_the_clock(context: CheckContext) -> None:
    context.require_deterministic()
    context.new_in_process_driver().close()

    def compare(variant: Variant) -> None:
        for episode in variant_episodes(context, variant):
            require_clock_unused(context, episode)

    check_each_variant(context, compare)
