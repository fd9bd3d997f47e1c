"""Variants: the tasks of one split are not those of another."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.probes.answer_patterns import Question, question_parts
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.shortcut_answers import shown_to_agent
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST = 120, 30
_MOST_STEPS = 40
_LOOKS = 12
"""Shared tasks of which later messages are compared too: what is asked may be the same of many."""
_LEAST_SHARED, _SHARE = 4, 0.5
"""Tasks of a split, and the share of them, that another split must have to be reported.

Different tasks may have the same first message and the same answer, so a few prove nothing. Where
a split has many more tasks than are drawn here, shared ones can be missed.
"""
_DISTINCT = 0.5
"""Share of a split's tasks that must differ from one another, so that equal ones mean something."""


@check("variants.splits_apart")
def splits_apart(context: CheckContext) -> None:
    """Compare first messages and the oracle's actions between splits."""
    context.require_deterministic()
    splits = [v for v in chosen_variants(context, tasks=False) if v.kind == "split"]
    if len(splits) < 2:
        raise NotApplicable("fewer than two splits are declared")
    oracle_of(context)  # equal first messages may hide different answers
    if context.subject.url is not None:
        raise EvidenceMissing("the oracle is not played on a server")
    tasks: dict[str, dict[str, int]] = {split.label: {} for split in splits}
    seeds = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST):
        seeds += 1
        for split in splits:
            tasks[split.label].setdefault(_task(context, split, seed), seed)
    if seeds < _FEWEST:
        raise EvidenceMissing(f"{seeds} seeds could be tried, {_FEWEST} are needed: use thorough")
    for one, other in itertools.combinations(splits, 2):
        left, right = tasks[one.label], tasks[other.label]
        shared = left.keys() & right.keys()
        if max(len(left), len(right)) < _DISTINCT * min(seeds, _FEWEST):
            continue
        if len(shared) >= max(_LEAST_SHARED, _SHARE * min(len(left), len(right))):
            task = min(shared)
            looks = [
                _explored(context, one, left[each]) == _explored(context, other, right[each])
                for each in sorted(shared)[:_LOOKS]
            ]
            if sum(looks) < _SHARE * len(looks):
                continue  # few questions and answers, about a different world each time
            raise PropertyViolated(
                f"{len(shared)} of {len(right)} tasks of reset({other.label}) are also tasks of "
                f"reset({one.label}), such as seed {right[task]} and seed {left[task]}",
                Episode.of(right[task], [], "opening", **other.options),
            )


def _task(context: CheckContext, split: Variant, seed: int) -> str:
    """The question of a seed, numbers of tasks aside, and what the oracle answers."""
    asked = _shown(context, split, seed, [])[0]
    rollout = play_policy(
        context.subject,
        context.survey,
        oracle_of(context),
        seed,
        _MOST_STEPS,
        **split.options,
    )
    return to_json([asked, rollout.actions])


def _explored(context: CheckContext, split: Variant, seed: int) -> list[dict[str, str]]:
    """What a seed's task shows to the first actions of the pool, numbers of tasks aside."""
    return _shown(context, split, seed, context.pool[:_MOST_STEPS])


def _shown(
    context: CheckContext, split: Variant, seed: int, actions: Sequence[Action]
) -> list[dict[str, str]]:
    """The texts of each message, without those that name the split."""
    words = {str(value) for value in split.options.values()}
    episode = Episode.of(seed, list(actions), "opening", **split.options)
    return [
        {path: text for path, text in parts.items() if text not in words}
        for response in context.play(episode)
        for parts in [question_parts(Question(seed, shown_to_agent(response.data or {}), {}, None))]
    ]
