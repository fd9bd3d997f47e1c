"""Variants: the tasks of one split are not those of another with question and answer exchanged.

Pairs that are asked in both directions must be held out as pairs: whoever has learned that `Hund`
is `dog` has seen the answer to what `dog` is.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
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

Pairs = dict[tuple[str, str], int]
"""Questions with their answers, and the seed of each."""


@check("variants.reversed_tasks")
def reversed_tasks(context: CheckContext) -> None:
    """Collect questions and answers of each split, and look for those that are exchanged."""
    splits = [v for v in chosen_variants(context, tasks=False) if v.kind == "split"]
    if len(splits) < 2:
        raise NotApplicable("fewer than two splits are declared")
    if not all(len(solution.actions) == 1 for solution in context.solutions):
        raise NotApplicable("the oracle takes several steps, so there is no single answer")
    pairs: dict[str, Pairs] = {split.label: {} for split in splits}
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        for split in splits:
            for pair in _pairs(context, split, seed):
                pairs[split.label].setdefault(pair, seed)
    if not all(pairs.values()):
        raise NotApplicable("no answer is a short text of another kind than a label")
    for one, other in itertools.permutations(splits, 2):
        known, asked = pairs[one.label], pairs[other.label]
        back = [(question, answer) for question, answer in asked if (answer, question) in known]
        tasks = {asked[pair] for pair in back}
        if len(tasks) >= max(_FEWEST, _SHARE * len(set(asked.values()))):
            question, answer = back[0]
            raise PropertyViolated(
                f"{len(tasks)} of {len(set(asked.values()))} tasks of reset({other.label}) ask "
                f"back what reset({one.label}) asks: {question[:60]!r} is answered "
                f"{answer[:60]!r} in the one, and the other way round in the other",
                Episode.of(asked[back[0]], [], "opening", **other.options),
            )


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
