"""Variants: the tasks of one split are not those of another."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import Policy, oracle_margin, oracle_of
from hallmark_rl.conformance.checking.probes.answer_patterns import Question, question_parts
from hallmark_rl.conformance.checking.probes.disguised_tasks import (
    NAME,
    in_other_names,
    without_disguise,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _USUAL_SEEDS, _FEWEST = 120, 60, 30
"""Seeds that are drawn of each split: at most, whatever the time, and to compare splits at all."""
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


_OTHER_NAMES, _DISGUISED = "other names", "other names, numbers or times"
_LEAST_SHARE_LONG = 0.08
"""The share that is enough for long tasks that are equal, and for long episodes: none is by chance.
"""
_LEAST_SHARE = 0.15
"""The share that is enough for long tasks, and for tasks that differ in their names only: of two
splits with many tasks each, few shared ones are drawn."""
_SHARE_WITHOUT_A_TEXT = 0.2
"""The share that is enough for shorter tasks; the other solutions must be paid as well."""
_REARRANGED_PAID = 0.9
"""Share of rearranged tasks on which the other task's solution must be paid."""
_FEWEST_WORDS, _FEWEST_TASKS = 3, 8
"""Different words of a task, and tasks of each split with different words: else the same few words
may stand in every task."""
_MANY_WORDS, _FEWEST_LONG = 8, 4
"""Different words of a long task that are not in all tasks, and how many such tasks are enough.
Without an oracle only equal long tasks are the same task."""
_FEWEST_NUMBERS = 8
"""Different numbers that only later messages show, from which an episode is like no other."""
_LONG_NUMBER = re.compile(r"\d{4,}")
_ID = re.compile(r"\S*\d\S*|\S{1,3}")
"""A text that only names a task, such as a file number."""


@dataclass(frozen=True)
class _Task:
    """A task of a split, and how the oracle solves it.

    Attributes:
        seed: the first seed that draws it.
        looks: its first message with something left out, by what that is: the order of the words,
            their names, or one of its texts.
        actions: the oracle's actions; none without an oracle.
        total: what they earn.
        later: the messages of the oracle's episode after the first; empty if they hold few numbers.
    """

    seed: int
    looks: dict[str, str]
    actions: list[Action]
    total: float
    later: str = ""


@check("variants.splits_apart")
def splits_apart(context: CheckContext) -> None:
    """Compare first messages and the oracle's actions between splits."""
    context.require_deterministic()
    splits = [v for v in chosen_variants(context, tasks=False) if v.kind == "split"]
    if len(splits) < 2:
        raise NotApplicable("fewer than two splits are declared")
    try:
        policy = oracle_of(context)  # equal first messages may hide different answers
    except EvidenceMissing as reason:
        policy, missing = None, str(reason)
    if policy and context.subject.url is not None:
        raise EvidenceMissing("the oracle is not played on a server")
    tasks: dict[str, dict[str, _Task]] = {split.label: {} for split in splits}
    seeds = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_USUAL_SEEDS):
        seeds += 1
        for split in splits:
            key, drawn = _task(context, split, seed, policy)
            tasks[split.label].setdefault(key, drawn)
    if seeds < _FEWEST:
        raise EvidenceMissing(f"{seeds} seeds could be tried, {_FEWEST} are needed: use thorough")
    usual = set.intersection(
        *(_distinct(key) for drawn_tasks in tasks.values() for key in drawn_tasks)
    )
    if not policy and not all(_long(drawn_tasks, usual) for drawn_tasks in tasks.values()):
        raise EvidenceMissing(missing)
    for one, other in itertools.combinations(splits, 2):
        left, right = tasks[one.label], tasks[other.label]
        shared = left.keys() & right.keys()
        if max(len(left), len(right)) < _DISTINCT * min(seeds, _FEWEST):
            continue
        share = _LEAST_SHARE_LONG if shared and _long(shared, usual) else _SHARE
        if len(shared) >= max(_LEAST_SHARED, share * min(len(left), len(right))):
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
        _compare_later_messages((one, [*left.values()]), (other, [*right.values()]))
        _compare_rearranged(context, (one, [*left.values()]), (other, [*right.values()]), usual)


def _compare_later_messages(
    one: tuple[Variant, list[_Task]], other: tuple[Variant, list[_Task]]
) -> None:
    """Raise if several tasks show the same in all of a long episode, which none does by chance."""
    left, right = ({task.later: task for task in tasks if task.later} for _, tasks in (one, other))
    shared = sorted(left.keys() & right.keys())
    if len(shared) >= max(_LEAST_SHARED, _LEAST_SHARE_LONG * min(len(left), len(right))):
        seeds = right[shared[0]].seed, left[shared[0]].seed
        raise PropertyViolated(
            f"{len(shared)} of {len(right)} tasks of reset({other[0].label}) show throughout the "
            f"oracle's episode what tasks of reset({one[0].label}) show, such as seed {seeds[0]} "
            f"and seed {seeds[1]}",
            Episode.of(seeds[0], right[shared[0]].actions, "the same task", **other[0].options),
        )


def _compare_rearranged(
    context: CheckContext,
    one: tuple[Variant, list[_Task]],
    other: tuple[Variant, list[_Task]],
    usual: set[str],
) -> None:
    """Raise if many tasks differ from those of the other split only in what changes nothing."""
    for what in sorted({name for task in one[1] for name in task.looks}):
        left = {task.looks[what]: task for task in one[1] if what in task.looks}
        right = {task.looks[what]: task for task in other[1] if what in task.looks}
        shared = sorted(left.keys() & right.keys())
        fewer = min(len(left), len(right))
        is_long = bool(shared) and _long(shared, usual)
        fewest = _FEWEST_LONG if is_long else _FEWEST_TASKS
        named = what in (_OTHER_NAMES, _DISGUISED)
        share = _LEAST_SHARE if named or is_long else _SHARE_WITHOUT_A_TEXT
        if fewer < fewest or len(shared) < max(_FEWEST_LONG, share * fewer):
            continue
        if not left[shared[0]].actions:
            same = min(len(left) / len(one[1]), len(right) / len(other[1])) >= _SHARE
            if same:
                raise PropertyViolated(
                    f"{len(shared)} of {len(right)} tasks of reset({other[0].label}) are tasks of "
                    f"reset({one[0].label}) with {what}, such as {shared[0][:160]}",
                    Episode.of(right[shared[0]].seed, [], "opening", **other[0].options),
                )
            continue
        paid = 0
        for look in shared[:_LOOKS]:
            actions = left[look].actions
            if what == _DISGUISED:
                messages = [
                    _message(context, variant, task.seed)
                    for variant, task in ((one[0], left[look]), (other[0], right[look]))
                ]
                actions = [in_other_names(action, messages[0], messages[1]) for action in actions]
                if not all(map(context.source.valid, actions)):
                    continue
            episode = Episode.of(
                right[look].seed, actions, "the other's solution", **other[0].options
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


def _task(
    context: CheckContext, split: Variant, seed: int, policy: Policy | None
) -> tuple[str, _Task]:
    """The question of a seed, numbers of tasks aside, with what the oracle answers as its key."""
    asked = _shown(context, split, seed, [])[0]
    looks = {}
    actions, total, later = [], 0.0, ""
    if policy is not None:
        told: list[Response] = []
        rollout = play_policy(
            context.subject, context.survey, policy, seed, _MOST_STEPS, told, **split.options
        )
        actions, total = rollout.actions, rollout.total
        later = _later_messages(split, seed, told)
        looks["the same words in another order"] = " ".join(sorted(_words(asked)))
        looks[_OTHER_NAMES] = _without_names(context, split, seed)
        looks[_DISGUISED] = without_disguise(_message(context, split, seed))
    for path, left_out in asked.items():
        rest = {other: text for other, text in asked.items() if other != path}
        if policy is not None or _ID.fullmatch(left_out):
            is_enough = len(set(_words(rest))) >= _FEWEST_WORDS
            looks[f"another {path!r}"] = to_json(rest) if is_enough else ""
    kept = {what: look for what, look in looks.items() if look}
    return to_json([asked, actions]), _Task(seed, kept, actions, total, later)


def _later_messages(split: Variant, seed: int, told: Sequence[Response]) -> str:
    """What the messages after the first show, if they hold many numbers that the first lacks."""
    shown = _parts_of(split, seed, told)
    first = _numbers(shown[0])
    later = set[str]().union(*map(_numbers, shown[1:]))
    return to_json(shown[1:]) if len(later - first) >= _FEWEST_NUMBERS else ""


def _numbers(parts: dict[str, str]) -> set[str]:
    """The numbers of two or more digits in a message."""
    return {number for text in parts.values() for number in re.findall(r"\d{2,}", text)}


def _without_names(context: CheckContext, split: Variant, seed: int) -> str:
    """The first message with a sign in place of each row of words that begin with a capital."""
    text = to_json(_message(context, split, seed))
    without = NAME.sub("#", text)
    return without if len(set(re.findall(r"[a-z]+|\d+", without))) >= _FEWEST_WORDS else ""


def _message(context: CheckContext, split: Variant, seed: int) -> dict[str, Any]:
    """The first message, as the agent sees it."""
    episode = Episode.of(seed, [], "opening", **split.options)
    return shown_to_agent(context.play(episode)[0].data or {})


def _distinct(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def _long(texts: Iterable[str], usual: set[str]) -> bool:
    """Whether each text has many words that are not in all tasks; long numbers count twice."""
    return all(
        sum(1 + bool(_LONG_NUMBER.fullmatch(word)) for word in _distinct(text) - usual)
        >= _MANY_WORDS
        for text in texts
    )


def _words(texts: dict[str, str]) -> list[str]:
    return [word for text in texts.values() for word in re.findall(r"\w+", text)]


def _explored(context: CheckContext, split: Variant, seed: int) -> list[dict[str, str]]:
    """What a seed's task shows to the first actions of the pool, numbers of tasks aside."""
    return _shown(context, split, seed, context.pool[:_MOST_STEPS])


def _shown(
    context: CheckContext, split: Variant, seed: int, actions: Sequence[Action]
) -> list[dict[str, str]]:
    """The texts of each message, without those that name the split."""
    episode = Episode.of(seed, list(actions), "opening", **split.options)
    return _parts_of(split, seed, context.play(episode))


def _parts_of(split: Variant, seed: int, told: Sequence[Response]) -> list[dict[str, str]]:
    """The texts and numbers of messages, without those that name the split."""
    words = {str(value) for value in split.options.values()}
    return [
        {path: text for path, text in parts.items() if text not in words}
        for response in told
        for parts in [question_parts(Question(seed, shown_to_agent(response.data or {}), {}, None))]
    ]
