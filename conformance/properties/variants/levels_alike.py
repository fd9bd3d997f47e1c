"""Variants: levels are not ignored, and none is drawn as the level before it."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.properties.variants.judged_fields import judged_fields
from hallmark_rl.conformance.properties.variants.level_measures import (
    Level,
    Values,
    distance,
    measure,
)
from hallmark_rl.conformance.properties.variants.name_mask import NameMask
from hallmark_rl.conformance.properties.variants.weak_play import weak_play
from hallmark_rl.conformance.survey.variants import Variant

_FEWEST_LEVELS, _MOST_LEVELS = 3, 6
_SEEDS, _FEWEST_SEEDS = 60, 40
_NAMING_SEEDS = 6
_BATCH, _BATCHES = 60, (1, 1001)
"""Seeds of a batch, and the first seed of each. Chance alone makes one value in fifty differ within
a batch; that the same value differs in both batches tells two levels apart."""
_LOOK_AFTER = 12
"""Seeds after which it is looked whether all neighbours differ already."""
_JUDGED_APART = 5
"""Seeds by which levels differ that judge different parts of an answer."""
_SAME = 0.1
"""Share of the seeds by which counts of a label differ without being looked at."""
_POSSIBLE, _LIKELY, _CERTAIN, _APART = 0.02, 0.03, 0.0003, 0.95
"""Chances of error. Two levels may differ in a value with the first; they do differ if both halves
of the seeds show it with the second, or all with the third. They are apart if their distributions
are as far apart as the fourth says."""
_FEW_VALUES, _SCALED = 100, 5
"""Values of messages and instances of which few differ by chance; of more, the chances of error are
divided by this part of their number."""


@check("variants.levels_alike")
def levels_alike(context: CheckContext) -> None:
    """Measure the episodes of each level, and compare neighbouring levels."""
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if context.subject.url is not None:
        raise NotApplicable("the subject is a running server: what it holds is not seen")
    variants = [item for item in chosen_variants(context, tasks=False) if item.kind == "level"]
    if len(variants) < _FEWEST_LEVELS:
        raise NotApplicable("fewer than three levels are declared: none shows how levels differ")
    mask = NameMask(variants[:_MOST_LEVELS], level_names(context, variants[:_MOST_LEVELS]))
    levels = [Level(variant) for variant in variants[:_MOST_LEVELS]]
    pairs = list(itertools.pairwise(levels))
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        for level in levels:
            measure(context, mask, level, seed)
        if seed % _LOOK_AFTER == 0 and all(any(differences(one, other)) for one, other in pairs):
            return
    if min(len(level.words) for level in levels) < _FEWEST_SEEDS:
        raise EvidenceMissing("too slow to measure 40 episodes of each level in this profile")
    apart = [next(_apart(one, other), "") for one, other in pairs]
    for (one, other), name in zip(pairs, apart, strict=True):
        if name or not any(apart) or any(differences(one, other)):
            continue
        place = next(index for index, found in enumerate(apart) if found)
        before, after = (level.variant.label for level in pairs[place])
        raise PropertyViolated(
            f"nothing that is shown, held or needed differs between {one.variant.label} and "
            f"{other.variant.label} on {len(one.words)} seeds ({len(one.shown)} values of "
            f"messages and actions, {len(one.hidden)} of the instance); {before} and {after} "
            f"differ in {apart[place]}",
            Episode.of(1, [], "opening", **other.variant.options),
        )


@check("variants.levels_ignored")
def levels_ignored(context: CheckContext) -> None:
    """Measure the episodes of the first and the last level, and look for any difference."""
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if context.subject.url is not None:
        raise NotApplicable("the subject is a running server: what it holds is not seen")
    variants = [item for item in chosen_variants(context, tasks=False) if item.kind == "level"]
    if len(variants) < 2:
        raise NotApplicable("fewer than two levels are declared")
    mask = NameMask(variants[:_MOST_LEVELS], level_names(context, variants[:_MOST_LEVELS]))
    differing: set[str] = set()
    for start in _BATCHES:
        first, last = Level(variants[0]), Level(variants[-1])
        for seed in context.until_budget(range(start, start + _BATCH), least=_BATCH):
            for level in (first, last):
                measure(context, mask, level, seed)
            if len(last.words) % _LOOK_AFTER == 0 and any(differences(first, last)):
                return
        if len(last.words) < _BATCH:
            raise EvidenceMissing(f"too slow to measure {_BATCH} episodes of each level")
        found = set(_possible_differences(first, last))
        differing = found if start == _BATCHES[0] else differing & found
        if not differing:
            break
    if differing or _weak_play_differs(context, first.variant, last.variant):
        return
    if not _judged_otherwise(context, first, last):
        raise PropertyViolated(
            f"nothing that is shown, held or needed differs between {first.variant.label} and "
            f"{last.variant.label} on {_BATCH} seeds, and again on others "
            f"({len(first.shown)} values of messages and actions, {len(first.hidden)} of the "
            f"instance)",
            Episode.of(1, [], "opening", **last.variant.options),
        )


def level_names(context: CheckContext, variants: Sequence[Variant]) -> set[str]:
    """Single words that each episode of a level shows at a place where other levels show others.

    They name the level, as `opponent: "perfect"` does, and do not make it another one.
    """
    shown: list[dict[str, str]] = []
    for variant in variants:
        openings = [
            context.play(Episode.of(seed, [], "opening", **variant.options))[0].data or {}
            for seed in range(1, _NAMING_SEEDS + 1)
        ]
        words = [
            {(path, text) for path, text in subtrees(shown_to_agent(data)) if _is_word(text)}
            for data in openings
        ]
        shown.append(dict(set.intersection(*words)))
    paths = set.intersection(*map(set, shown))
    return {
        level[path] for path in paths for level in shown if len({each[path] for each in shown}) > 1
    }


def _is_word(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z][\w-]{1,19}", value) is not None


def _weak_play_differs(context: CheckContext, one: Variant, other: Variant) -> bool:
    """Whether weak play earns or lasts otherwise at one level than at the other."""
    left, right = (weak_play(context, each, range(1, _BATCH + 1)) for each in (one, other))
    return any(_chance(left[name], right[name]) < _CERTAIN for name in left)


def _judged_otherwise(context: CheckContext, one: Level, other: Level) -> bool:
    """Whether a field of the answer is judged on most seeds of one level and on few of another."""
    left, right = (judged_fields(context, level.variant, level.solutions) for level in (one, other))
    names = left.keys() & right.keys()
    return any(abs(left[name] - right[name]) > _JUDGED_APART for name in names)


def _apart(one: Level, other: Level) -> Iterator[str]:
    """Shown values whose distributions hardly overlap."""
    for name in one.shown.keys() & other.shown.keys():
        left, right = one.shown[name], other.shown[name]
        if min(len(left), len(right)) >= _FEWEST_SEEDS and distance(left, right) >= _APART:
            yield name


def _possible_differences(one: Level, other: Level) -> Iterator[str]:
    """What may tell two levels apart; of many values, some differ by chance."""
    values = len(one.shown.keys() | other.shown.keys()) + len(one.hidden.keys() | other.hidden)
    scale = 1.0 if values <= _FEW_VALUES else values / _SCALED
    return differences(one, other, _POSSIBLE / scale, _LIKELY / math.sqrt(scale))


def differences(
    one: Level, other: Level, chance: float = _CERTAIN, likely: float = _LIKELY
) -> Iterator[str]:
    """The names of what tells two levels apart.

    Args:
        one: a level.
        other: another one.
        chance: that of an error in one value.
        likely: that of an error in one value on half of the seeds, if both halves show it.
    """
    if max(one.idle) < min(other.idle) or max(other.idle) < min(one.idle):
        yield "the length of idle episodes"
    for kind in ("shown", "hidden"):
        left: Values = getattr(one, kind)
        right: Values = getattr(other, kind)
        for name in left.keys() | right.keys():
            values = left.get(name, []), right.get(name, [])
            if _is_label(values[0], one) and _is_label(values[1], other):
                continue
            if _differ_in(*values, len(one.words), chance, likely):
                yield f"{kind} {name}"
    yield from _labels_that_differ(one, other, chance, likely)
    half = len(one.words) // 2
    known = set().union(*one.words[:half])
    new = [[len(words - known) / max(1, len(words)) for words in level.words[half:]]
           for level in (one, other)]  # fmt: skip
    if _chance(*new) < chance:
        yield "new words"


def _labels_that_differ(one: Level, other: Level, chance: float, likely: float) -> Iterator[str]:
    """Short texts that the levels show more or less often at a place."""
    counts = [Counter(itertools.chain.from_iterable(level.labels)) for level in (one, other)]
    for label in counts[0].keys() | counts[1].keys():
        if abs(counts[0][label] - counts[1][label]) > _SAME * len(one.words):
            has = [[float(label in each) for each in level.labels] for level in (one, other)]
            if _differ_in(has[0], has[1], len(one.words), chance, likely):
                yield f"the text {label}"


def _is_label(values: Sequence[float], level: Level) -> bool:
    """Whether a value is the level itself, or the length of its name."""
    label = next(iter(level.variant.options.values()))
    number = label if isinstance(label, int | float) else len(str(label))
    return set(values) == {float(number)}


def _differ_in(
    left: Sequence[float], right: Sequence[float], seeds: int, chance: float, likely: float
) -> bool:
    """Whether a value differs in distribution, or in how often it is there at all."""
    if abs(len(left) - len(right)) > 0.2 * seeds:
        return True
    if min(len(left), len(right)) < 8:
        return False
    halves = [_chance(left[part::2], right[part::2]) for part in (0, 1)]
    return max(halves) < likely or _chance(left, right) < chance


def _chance(left: Sequence[float], right: Sequence[float]) -> float:
    """The chance of so great a distance for two equal levels: Smirnov's limit 2 exp(-2 n D^2)."""
    size = len(left) * len(right) / (len(left) + len(right))
    return 2 * math.exp(-2 * size * distance(left, right) ** 2)
