"""Variants: what is held out at one level is not asked for at another level in training."""

from __future__ import annotations

import itertools
import re
import statistics
from typing import NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST_SEEDS = 60, 24
_MOST_LEVELS, _MOST_STEPS = 3, 3
_FEWEST_ANSWERS = 5
"""Different answers of each split at each level."""
_SHARE = 0.3
"""Share of the held-out answers of a level that training must ask for at another one."""
_ALIKE = 0.8
"""Share of those whose two questions must be more alike than the question is to others."""
_OTHERS = 12


class _Task(NamedTuple):
    """A task: the seed that draws it, and the words of its first message."""

    seed: int
    words: frozenset[str]


_Tasks = dict[tuple[str, str], dict[str, _Task]]
"""The tasks of a level and a split, by what the oracle answers."""


@check("variants.split_at_each_level")
def split_at_each_level(context: CheckContext) -> None:
    """Compare held-out answers and their questions with those of training at other levels.

    Only where no answer of a level is in two of its splits: then answers are what is divided.
    """
    context.require_deterministic()
    variants = chosen_variants(context, tasks=False)
    levels = [v for v in variants if v.kind == "level"][:_MOST_LEVELS]
    splits = [v for v in variants if v.kind == "split"]
    if len(levels) < 2 or len(splits) < 2:
        raise NotApplicable("no two levels and two splits are declared")
    if context.subject.url is not None:
        raise EvidenceMissing("the oracle is not played on a server")
    tasks, seeds = _drawn(context, levels, splits)
    if seeds < _FEWEST_SEEDS:
        raise EvidenceMissing(f"{seeds} seeds could be tried, {_FEWEST_SEEDS} are needed")
    if any(len(drawn) < _FEWEST_ANSWERS for drawn in tasks.values()):
        raise NotApplicable("a level of a split has few different answers")
    usual = frozenset.intersection(*(t.words for drawn in tasks.values() for t in drawn.values()))
    for one, other in itertools.permutations(splits, 2):
        if any(_asked(tasks, level, one).keys() & _asked(tasks, level, other) for level in levels):
            continue
        for level, elsewhere in itertools.permutations(levels, 2):
            held_out, trained = _asked(tasks, level, other), _asked(tasks, elsewhere, one)
            shared = sorted(held_out.keys() & trained.keys())
            alike = sum(_are_alike(held_out, trained, answer, usual) for answer in shared)
            if len(shared) < max(_FEWEST_ANSWERS, _SHARE * len(held_out)):
                continue
            if alike < _ALIKE * len(shared):
                continue  # other questions with the same answers
            seed = held_out[shared[0]].seed
            raise PropertyViolated(
                f"{len(shared)} of {len(held_out)} answers that reset({other.label}) asks for at "
                f"{level.label}, and reset({one.label}) never does there, are asked for by it at "
                f"{elsewhere.label}: {shared[0][:80]} (seed {seed}, and there seed "
                f"{trained[shared[0]].seed})",
                Episode.of(seed, [], "opening", **other.options, **level.options),
            )


def _drawn(
    context: CheckContext, levels: list[Variant], splits: list[Variant]
) -> tuple[_Tasks, int]:
    """The tasks that the oracle answers in a few steps, and how many seeds were tried."""
    tasks: _Tasks = {(a.label, b.label): {} for a in levels for b in splits}
    seeds = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        if seeds == _FEWEST_SEEDS and not _may_be_shared(tasks, levels, splits):
            break
        seeds += 1
        for level, split in itertools.product(levels, splits):
            options = {**level.options, **split.options}
            rollout = oracle_rollout(context, seed, _MOST_STEPS + 1, **options)
            if rollout.error or not rollout.done or len(rollout.actions) > _MOST_STEPS:
                continue
            first = context.play(Episode.of(seed, [], "opening", **options))[0]
            words = _words(shown_to_agent(first.data or {}))
            drawn = tasks[level.label, split.label]
            drawn.setdefault(to_json(rollout.actions[-1]), _Task(seed, words))
    return tasks, seeds


def _asked(tasks: _Tasks, level: Variant, split: Variant) -> dict[str, _Task]:
    return tasks[level.label, split.label]


def _may_be_shared(tasks: _Tasks, levels: list[Variant], splits: list[Variant]) -> bool:
    """Whether any answer of one level's split was drawn at another level of another split."""
    return any(
        _asked(tasks, level, one).keys() & _asked(tasks, elsewhere, other)
        for level, elsewhere in itertools.permutations(levels, 2)
        for one, other in itertools.permutations(splits, 2)
    )


def _words(shown: dict[str, object]) -> frozenset[str]:
    """The words and numbers of a message."""
    scalars = (value for _, value in subtrees(shown) if isinstance(value, str | int | float))
    return frozenset(re.findall(r"\w+", " ".join(map(str, scalars)).lower()))


def _are_alike(
    held_out: dict[str, _Task], trained: dict[str, _Task], answer: str, usual: frozenset[str]
) -> bool:
    """Whether the questions with an answer are more alike than the one is to other questions."""
    asked = held_out[answer]
    rest = [task for key, task in sorted(trained.items()) if key != answer][:_OTHERS]
    usually = statistics.fmean(_likeness(asked, task, usual) for task in rest)
    return max(0.5, usually + 1e-9) <= _likeness(asked, trained[answer], usual)


def _likeness(one: _Task, other: _Task, usual: frozenset[str]) -> float:
    """The share of the rarer words of the shorter of two questions that both have."""
    left, right = one.words - usual, other.words - usual
    return len(left & right) / max(1, min(len(left), len(right)))
