"""Variants: the tasks of one split are not those of another."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, oracle_of
from hallmark_rl.conformance.checking.probes.answer_patterns import Question, question_parts
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
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


_REARRANGED_PAID = 0.9
"""Share of rearranged tasks on which the other task's solution must be paid."""
_FEWEST_WORDS, _FEWEST_TASKS = 3, 8
"""Different words of a task, and tasks of each split with different words: else the same few words
may stand in every task."""


@dataclass(frozen=True)
class _Task:
    """A task of a split, and how the oracle solves it.

    Attributes:
        seed: the first seed that draws it.
        looks: its first message with something left out, by what that is: the order of the words,
            or one of its texts.
        actions: the oracle's actions.
        total: what they earn.
    """

    seed: int
    looks: dict[str, str]
    actions: list[Action]
    total: float


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
    tasks: dict[str, dict[str, _Task]] = {split.label: {} for split in splits}
    seeds = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST):
        seeds += 1
        for split in splits:
            key, drawn = _task(context, split, seed)
            tasks[split.label].setdefault(key, drawn)
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
                _explored(context, one, left[each].seed)
                == _explored(context, other, right[each].seed)
                for each in sorted(shared)[:_LOOKS]
            ]
            if sum(looks) < _SHARE * len(looks):
                continue  # few questions and answers, about a different world each time
            raise PropertyViolated(
                f"{len(shared)} of {len(right)} tasks of reset({other.label}) are also tasks of "
                f"reset({one.label}), such as seed {right[task].seed} and seed {left[task].seed}",
                Episode.of(right[task].seed, [], "opening", **other.options),
            )
        _compare_rearranged(context, (one, [*left.values()]), (other, [*right.values()]))


def _compare_rearranged(
    context: CheckContext, one: tuple[Variant, list[_Task]], other: tuple[Variant, list[_Task]]
) -> None:
    """Raise if many tasks differ from those of the other split only in what changes nothing."""
    for what in sorted({name for task in one[1] for name in task.looks}):
        left = {task.looks[what]: task for task in one[1] if what in task.looks}
        right = {task.looks[what]: task for task in other[1] if what in task.looks}
        shared = sorted(left.keys() & right.keys())
        fewer = min(len(left), len(right))
        if fewer < _FEWEST_TASKS or len(shared) < _SHARE * fewer:
            continue
        paid = 0
        for look in shared[:_LOOKS]:
            episode = Episode.of(
                right[look].seed, left[look].actions, "the other's solution", **other[0].options
            )
            total = sum(response.numeric_reward for response in context.play(episode)[1:])
            paid += total >= right[look].total - oracle_margin(context) > context.floor
        tried = len(shared[:_LOOKS])
        if paid >= _REARRANGED_PAID * tried:
            seeds = right[shared[0]].seed, left[shared[0]].seed
            raise PropertyViolated(
                f"{len(shared)} tasks of reset({other[0].label}) are tasks of reset({one[0].label})"
                f" with {what}, such as seed {seeds[0]} and seed {seeds[1]}; the solutions of "
                f"these are paid on {paid} of {tried} of those",
                Episode.of(seeds[0], [], "opening", **other[0].options),
            )


def _task(context: CheckContext, split: Variant, seed: int) -> tuple[str, _Task]:
    """The question of a seed, numbers of tasks aside, with what the oracle answers as its key."""
    asked = _shown(context, split, seed, [])[0]
    rollout = play_policy(
        context.subject,
        context.survey,
        oracle_of(context),
        seed,
        _MOST_STEPS,
        **split.options,
    )
    looks = {"the same words in another order": " ".join(sorted(_words(asked)))}
    for path in asked:
        rest = {other: text for other, text in asked.items() if other != path}
        looks[f"another {path!r}"] = (
            to_json(rest) if len(set(_words(rest))) >= _FEWEST_WORDS else ""
        )
    kept = {what: look for what, look in looks.items() if look}
    return to_json([asked, rollout.actions]), _Task(seed, kept, rollout.actions, rollout.total)


def _words(texts: dict[str, str]) -> list[str]:
    return [word for text in texts.values() for word in re.findall(r"\w+", text)]


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
