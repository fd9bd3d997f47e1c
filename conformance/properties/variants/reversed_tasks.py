"""Variants: the tasks of one split are not those of another with question and answer exchanged.

Pairs that are asked in both directions must be held out as pairs: whoever has learned that `Hund`
is `dog` has seen the answer to what `dog` is. The same holds for two texts that a task shows, such
as the start and the goal of a ladder, where a text says that a pair is held out with its reverse.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import sentences_on_splits, shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST_SEEDS = 120, 30
_FEWEST, _SHARE = 4, 0.25
"""Reversed tasks of a split, and the share of its different tasks, that are reported."""
_SHORTEST, _LONGEST = 2, 200
"""Characters of a question or an answer."""

_BACK = re.compile(
    r"\breverse[ds]?\b|\bbackwards?\b|\b(?:either|both|any) (?:order|directions?)\b"
    r"|\bthe other way round\b|\bswapped\b|\bexchanged\b",
    re.I,
)
"""What says, in a sentence about splits, that a pair and its reverse belong together."""

Pairs = dict[tuple[str, str], int]
"""Questions with their answers, and the seed of each."""


@check("variants.reversed_tasks")
def reversed_tasks(context: CheckContext) -> None:
    """Collect questions and answers of each split, and look for those that are exchanged."""
    splits = [v for v in chosen_variants(context, tasks=False) if v.kind == "split"]
    if len(splits) < 2:
        raise NotApplicable("fewer than two splits are declared")
    text = next(filter(_BACK.search, sentences_on_splits(context)), "")
    is_answer = all(len(solution.actions) == 1 for solution in context.solutions)
    if not (is_answer or text):
        raise NotApplicable("the oracle takes several steps, so there is no single answer")
    pairs: dict[str, Pairs] = {split.label: {} for split in splits}
    shown: dict[str, Pairs] = {split.label: {} for split in splits}
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        for split in splits:
            for pair in _pairs(context, split, seed) if is_answer else ():
                pairs[split.label].setdefault(pair, seed)
            for pair in _shown_pairs(context, split, seed) if text else ():
                shown[split.label].setdefault(pair, seed)
    if not all(pairs.values()) and not all(shown.values()):
        raise NotApplicable("no answer is a short text of another kind than a label")
    for one, other in itertools.permutations(splits, 2):
        known, asked = pairs[one.label], pairs[other.label]
        _require_few(
            {pair: seed for pair, seed in asked.items() if pair[::-1] in known},
            len(set(asked.values())),
            f"tasks of reset({other.label}) ask back what reset({one.label}) asks",
            other,
        )
        known, asked = shown[one.label], shown[other.label]
        _require_few(
            {pair: seed for pair, seed in asked.items() if pair[::-1] in known},
            len(set(asked.values())),
            f"tasks of reset({other.label}) show a pair whose reverse reset({one.label}) shows, "
            f"though a text says {text[:160]!r}",
            other,
        )


def _require_few(back: Pairs, count: int, what: str, split: Variant) -> None:
    """Raise if many of the tasks of a split have a pair that another split has the other way."""
    tasks = set(back.values())
    if tasks and len(tasks) >= max(_FEWEST, _SHARE * count):
        left, right = min(back)
        raise PropertyViolated(
            f"{len(tasks)} of {count} {what}: {left[:60]!r} and {right[:60]!r}, and the other way "
            "round",
            Episode.of(back[left, right], [], "opening", **split.options),
        )


def _shown_pairs(context: CheckContext, split: Variant, seed: int) -> Iterator[tuple[str, str]]:
    """Two texts, each in a field of its own, of the first message."""
    options = {str(value) for value in split.options.values()}
    opening = context.play(Episode.of(seed, [], "opening", **split.options))[0]
    data = shown_to_agent(opening.data or {})
    values = [value for value in data.values() if isinstance(value, str)]
    texts = [" ".join(value.lower().split()) for value in values if value not in options]
    short = [each for each in texts if _SHORTEST <= len(each) <= _LONGEST]
    yield from ((a, b) for a, b in itertools.combinations(short, 2) if a != b)


def _pairs(context: CheckContext, split: Variant, seed: int) -> Iterator[tuple[str, str]]:
    """The shown texts of a seed's task, each with each text of the oracle's answer."""
    options = {str(value) for value in split.options.values()}
    oracle = oracle_of(context)
    rollout = play_policy(context.subject, context.survey, oracle, seed, 1, **split.options)
    opening = context.play(Episode.of(seed, [], "opening", **split.options))[0]
    shown = _texts(shown_to_agent(opening.data or {})) - options
    for action in rollout.actions:
        for question, answer in itertools.product(sorted(shown), sorted(_texts(action))):
            if question != answer and answer not in shown:
                yield question, answer


def _texts(value: object) -> set[str]:
    """The texts of a value, without differences of case and spaces."""
    texts = {" ".join(t.lower().split()) for _, t in subtrees(value) if isinstance(t, str)}
    return {text for text in texts if _SHORTEST <= len(text) <= _LONGEST}
