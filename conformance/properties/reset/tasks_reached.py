"""Reset: seeds reach the tasks of a split, and not a few of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.variants import find_variants

_FEWEST_TASKS = 8
_MOST_TASKS = 100
"""Numbered tasks of a split that are opened; of more, evenly chosen ones."""
_SEEDS = 160
_FEWEST_SEEDS = 40
_SECONDS = 2.0
_LARGEST_SHARE = 0.5
"""Seeds that reach at most this share of the different openings miss tasks; an uneven choice, such
as one that prefers easy tasks, still reaches more of them."""
_ERROR_RATE = 1e-6
"""Probability that even draws reach so few openings."""
_MOST_SPLITS = 3


@check("reset.tasks_reached")
def tasks_reached(context: CheckContext) -> None:
    """Compare the openings of numbered tasks with those of random seeds."""
    context.require_capability_absent("single_task", "there is one task")
    env = context.new_in_process_driver().env
    found = find_variants(context.subject, context.declared, env, context.rng("tasks"))
    by_split: dict[str, list[int]] = {}
    for variant in found.tasks:
        if set(variant.options) == {"split", "index"}:
            by_split.setdefault(variant.options["split"], []).append(variant.options["index"])
    by_split = {name: tasks for name, tasks in by_split.items() if len(tasks) >= _FEWEST_TASKS}
    if not by_split or not context.survey.accepts.get("seed", True):
        raise NotApplicable("no split has eight numbered tasks or more")
    affordable = int(_SECONDS / max(context.survey.reset_s, 1e-4))
    if affordable < _FEWEST_SEEDS:
        raise NotApplicable("a reset takes too long for so many of them")
    # A level or a mode may select some of a split's tasks: all are asked for in turn.
    modes = [{}, *(dict(v.options) for v in found.listed if v.kind in ("level", "mode"))]
    for split, indices in list(by_split.items())[:_MOST_SPLITS]:
        chosen = indices[:: math.ceil(len(indices) / min(_MOST_TASKS, affordable))]
        rng = context.rng(f"tasks reached {split}")
        seeds = [rng.randrange(2**31) for _ in range(min(_SEEDS, affordable))]
        setups = [
            {**modes[number % len(modes)], "seed": seed, "split": split}
            for number, seed in enumerate(seeds)
        ]
        enough = _LARGEST_SHARE * len(chosen)
        drawn = _openings(context, setups, enough=enough)
        if len(drawn) > enough:
            continue  # whatever the numbered tasks show
        listed = _openings(context, [{"seed": 1, "split": split, "index": i} for i in chosen])
        if not 2 <= len(drawn) <= _LARGEST_SHARE * len(listed):
            continue  # one opening for all seeds: see reset.seed_varies
        if _probability(listed, len(drawn), len(seeds)) < _ERROR_RATE:
            raise PropertyViolated(
                f"{len(seeds)} random seeds with split={split!r} reach {len(drawn)} different "
                f"openings; {len(chosen)} numbered tasks of that split have {len(listed)}",
                Episode.of(seeds[0], [], "opening", split=split),
            )


def _openings(
    context: CheckContext, setups: Iterable[dict[str, Any]], *, enough: float = math.inf
) -> Counter[str]:
    """How often each first message occurs, until more than `enough` different ones have.

    Resets that raise are left out.
    """
    texts: Counter[str] = Counter()
    for setup in setups:
        driver = context.new_driver()
        response = driver.reset(**setup)
        driver.close()
        if response.data is not None:
            texts[content_text([response.plain()])] += 1
        if len(texts) > enough:
            break
    return texts


def _probability(listed: Counter[str], reached: int, draws: int) -> float:
    """A bound on the probability that even draws of tasks reach only so many openings."""
    most_common = sum(count for _, count in listed.most_common(reached))
    share = most_common / max(1, listed.total())
    return min(1.0, math.comb(len(listed), reached) * share**draws)
