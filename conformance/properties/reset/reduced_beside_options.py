"""Reset: beside an option, seeds are not reduced to a few tasks either."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reset.repeated_episodes import (
    equal_episodes,
    fewer_unseeded,
)
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.variants import Variant

_SCREENED, _SAMPLE = 60, 120
"""Seeds in a row of each variant, and resets without a seed, that are compared: first, and to
confirm what the first show."""
_ROWS = ((0, 10**6), (2 * 10**6, 3 * 10**6))
"""Where rows of seeds begin, and those on which a suspicion is confirmed. Of long seeds the last
digits may be lost where short ones are whole."""
_SECONDS = 0.005
"""The slowest resets and steps of which there is time for hundreds."""
_STEPS = 2
_LEAST_VARIANTS = 8
"""Levels, splits and options that are tried whatever the time."""


def require_whole_seeds_beside_options(context: CheckContext) -> None:
    """Raise if seeds in a row repeat openings at a level or option, where unseeded resets do not.

    Seen twice, on different seeds, before it is reported. The figure `options_tried` says of how
    many levels, splits and options there was time to see it: of none where resets are slow.
    """
    context.figures["options_tried"] = 0
    survey = context.survey
    if survey.reset_s + survey.start_s + _STEPS * survey.step_s > _SECONDS:
        return
    try:
        variants = chosen_variants(context, tasks=False)
    except NotApplicable:
        return
    for variant in context.until_budget(variants, least=_LEAST_VARIANTS):
        _require_whole_seeds(context, variant)
        context.figures["options_tried"] += 1


def _require_whole_seeds(context: CheckContext, variant: Variant) -> None:
    for row in _ROWS:
        for first, count in zip(row, (_SCREENED, _SAMPLE), strict=True):
            seeds = list(range(first, first + count))
            openings = [_opening(context, seed, variant) for seed in seeds]
            unseeded = _fewer_unseeded(context, variant, openings)
            if not unseeded:
                break
        else:
            raise PropertyViolated(
                f"at {variant.label}, {_SAMPLE} seeds in a row, such as {seeds[0]} and "
                f"{seeds[1]}, give {len(set(openings))} different episodes, as many resets without "
                f"a seed {len(set(unseeded))}",
                equal_episodes(seeds, openings, **variant.options),
            )


def _fewer_unseeded(context: CheckContext, variant: Variant, openings: list[str]) -> list[str]:
    """As many openings without a seed, if these repeat fewer; else nothing."""
    return fewer_unseeded(openings, (_opening(context, None, variant) for _ in openings))


def _opening(context: CheckContext, seed: int | None, variant: Variant) -> str:
    """The first message, and the replies to two random actions, as a text."""
    actions = context.random_episode(0, _STEPS, "reach").actions
    return content_text(context.play_messages(Episode.of(seed, actions, **variant.options)))
