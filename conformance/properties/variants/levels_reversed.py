"""Variants: the last level does not need less work than the first."""

from __future__ import annotations

import statistics
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of, oracle_rollout
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.properties.variants.level_measures import distance
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST_SEEDS = 24, 12
_STEPS = 60
_APART = 0.95
"""How far apart two distributions are (Kolmogorov-Smirnov) that count as different."""
_MOST_AS_LONG = 0.8
"""What the last level may need at most, as a share of what the first one needs, to be shorter."""
_NAMES = (("easy", "beginner", "simple", "basic", "novice"), ("hard", "expert", "difficult"))
_WORK = ("steps of the solution", "size of its actions")
_SHOWN = "size of the first message"


@check("variants.levels_reversed")
def levels_reversed(context: CheckContext) -> None:
    """Compare what solutions need at the first level and at the last one."""
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if context.subject.url is not None:
        raise NotApplicable("the subject is a running server: its oracle is not played there")
    oracle_of(context)
    first, last = _ends(
        [item for item in chosen_variants(context, tasks=False) if item.kind == "level"]
    )
    sizes: dict[str, tuple[list[int], list[int]]] = {}
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        measured = [_measure(context, variant, seed) for variant in (first, last)]
        for name in (*_WORK, _SHOWN):
            for values, found in zip(sizes.setdefault(name, ([], [])), measured, strict=True):
                values += [found[name]] if found else []
        if seed == _FEWEST_SEEDS and not _shrinks(sizes):
            break
    if min(len(values) for pair in sizes.values() for values in pair) < _FEWEST_SEEDS // 2:
        raise EvidenceMissing("too few solutions could be played at the first and the last level")
    shorter = _shrinks(sizes)
    if shorter:
        name, before, after = shorter
        raise PropertyViolated(
            f"{name}: {before:g} with {first.label} and {after:g} with {last.label} (medians of "
            "what differs on nearly every seed); nothing that was measured grows",
            Episode.of(1, [], "opening", **last.options),
        )


def _shrinks(sizes: dict[str, tuple[list[int], list[int]]]) -> tuple[str, float, float] | None:
    """What solutions need less of at the last level, with both medians, if nothing grows."""
    medians = {
        name: (statistics.median(before), statistics.median(after))
        for name, (before, after) in sizes.items()
        if before and after and distance(before, after) >= _APART
    }
    if any(after > before for before, after in medians.values()):
        return None
    shorter = ((name, *medians[name]) for name in _WORK if name in medians)
    return next((item for item in shorter if item[2] < _MOST_AS_LONG * item[1]), None)


def _ends(variants: list[Variant]) -> tuple[Variant, Variant]:
    """The easiest and the hardest level: by number, or by names such as easy and hard."""
    numbered = [item for item in variants if type(_level(item)) is int]
    numbered.sort(key=_level)
    if len(numbered) >= 2:
        return numbered[0], numbered[-1]
    named = [
        next((item for item in variants if str(_level(item)).lower() in names), None)
        for names in _NAMES
    ]
    if named[0] is None or named[1] is None:
        raise NotApplicable("no two levels are declared whose numbers or names say which is harder")
    return named[0], named[1]


def _level(variant: Variant) -> Any:
    """The value of the option that selects a level."""
    return next(iter(variant.options.values()))


def _measure(context: CheckContext, variant: Variant, seed: int) -> dict[str, int]:
    """Sizes of a solution and of the first message; empty if the episode does not end."""
    told: list[Response] = []
    rollout = oracle_rollout(context, seed, _STEPS, told, **variant.options)
    if rollout.error or not rollout.actions or not rollout.done:
        return {}
    return {
        _WORK[0]: len(rollout.actions),
        _WORK[1]: sum(map(_size, rollout.actions)),
        _SHOWN: _size(told[0].data),
    }


def _size(value: object) -> int:
    """The characters of the texts of a value, and the number of its other parts."""
    return sum(len(part) if isinstance(part, str) else 1 for _, part in subtrees(value))
