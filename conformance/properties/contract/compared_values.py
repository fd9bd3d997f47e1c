"""Contract: what the code compares for equality can be equal."""

from __future__ import annotations

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.broad_episodes import RANDOM, broad_episodes
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.comparison_watch import ComparisonWatch
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_LEAST = 20
"""How often a comparison must run before its types count as those that it always has."""


@check("contract.float_equality")
def float_equality(context: CheckContext) -> None:
    """Play, and see which numbers `==` tells apart that differ by a rounding error."""
    watch = _watch(context)
    with watch:
        for episode in context.until_budget(broad_episodes(context), least=RANDOM):
            context.play(episode, stop=False)
            for (path, line, text), (left, right) in watch.nearly.items():
                raise PropertyViolated(
                    f"`{text}` in {path.name}:{line} compares {left!r} and {right!r}, which differ "
                    "by a rounding error only",
                    episode,
                )
    _require_runs(watch)


@check("contract.comparable_types")
def comparable_types(context: CheckContext) -> None:
    """Play, and see which comparisons have only ever had types that are never equal."""
    watch = _watch(context)
    with watch:
        for episode in context.until_budget(broad_episodes(context), least=RANDOM):
            context.play(episode, stop=False)
    _require_runs(watch)
    for place, times in watch.unlike.most_common():
        if times >= _LEAST and not watch.alike[place]:
            (path, line, text), (left, right) = place, watch.kinds[place]
            raise PropertyViolated(
                f"`{text}` in {path.name}:{line} compared {left} with {right} in each of "
                f"{times} runs: these are never equal"
            )


def _watch(context: CheckContext) -> ComparisonWatch:
    if context.subject.url is not None:
        raise NotApplicable("the environment's code does not run in this process")
    watch = ComparisonWatch({path: tree for path, _, tree in own_trees(context.subject)})
    if not watch.places:
        raise NotApplicable("no code compares anything for equality")
    return watch


def _require_runs(watch: ComparisonWatch) -> None:
    if not watch.alike and not watch.unlike:
        path, line, text = watch.places[0]
        raise EvidenceMissing(f"no play compared anything, as in `{text}` ({path.name}:{line})")
