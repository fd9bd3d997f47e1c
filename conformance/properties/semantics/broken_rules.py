"""Semantics: an answer that breaks a rule which the texts state is not paid like the solution."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.added_entries import with_negative_entries
from hallmark_rl.conformance.checking.probes.stated_rules import (
    Rule,
    connection,
    numbers_used_once,
    only_one,
    positive_amounts,
    rules_about_repeats,
    series_of,
    with_all_alike,
    with_gaps,
    with_numbers_again,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 12
_FEWEST = 4
"""Solutions that must keep a rule, and tasks on which a broken one must be paid."""
_FEWEST_IN_A_ROW = 2
"""Tasks on which equal values in a row must be paid: other rules refuse most of them."""
_MOST_TRIES = 12
_NONSENSE = "zzqx"
_FEWEST_STEPS = 3


@check("semantic.stated_rules")
def stated_rules(context: CheckContext) -> None:
    """Repeat values and numbers, leave out items, add entries below zero, name what is shown."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    texts = task_sentences(context, solutions[0])
    tried = False
    for rule in rules_about_repeats(texts):
        tried |= _try_lists(context, solutions, rule)
        if not rule.run:
            tried |= _try_steps(context, solutions, rule)
    sentence = numbers_used_once(texts)
    if sentence:
        tried |= _try_expressions(context, solutions, sentence)
    sentence = positive_amounts(texts)
    if sentence and not any(map(_has_negative, solutions)):
        tried |= _try_negative_entries(context, solutions, sentence)
    sentence = connection(texts)
    if sentence:
        tried |= _try_gaps(context, solutions, sentence)
    sentence = only_one(texts)
    if sentence:
        tried |= _try_listing(context, solutions, sentence)
    if not tried:
        raise NotApplicable("no text states a rule that the solutions keep and that can be tried")


def _try_lists(context: CheckContext, solutions: list[Rollout], rule: Rule) -> bool:
    """Break a rule in each series of the last action that keeps it in all solutions."""
    kept: dict[str, list[list[object]]] = {}
    for solution in solutions:
        for series in series_of(solution.actions[-1]):
            kept.setdefault(series.name, []).append(series.values)
    names = [
        name
        for name, lists in kept.items()
        if len(lists) >= _FEWEST
        and all(map(rule.is_kept, lists))
        # where values are never repeated, a rule about runs says nothing
        and (not rule.run or any(len(set(values)) < len(values) for values in lists))
    ]
    fewest = _FEWEST_IN_A_ROW if rule.run else _FEWEST

    def broken(solution: Rollout, name: str) -> Iterator[list[Action]]:
        for series in series_of(solution.actions[-1]):
            if series.name == name:
                for action in rule.breaking(solution.actions[-1], series):
                    yield [*solution.actions[:-1], action]

    for name in names:
        tries = [(solution, broken(solution, name)) for solution in solutions]
        what = f"{rule.broken_by} in {name!r}"
        _report_paid(context, tries, fewest, what, rule.sentence)
    return bool(names)


def _try_steps(context: CheckContext, solutions: list[Rollout], rule: Rule) -> bool:
    """Repeat the first of several different actions to the end of the episode."""
    different = [
        solution
        for solution in solutions
        if len(solution.actions) >= _FEWEST_STEPS
        and all(a not in solution.actions[:n] for n, a in enumerate(solution.actions))
    ]
    if len(different) < max(_FEWEST, len(solutions)):
        return False
    tries = [(s, iter([[s.actions[0]] * len(s.actions)])) for s in different]
    _report_paid(context, tries, _FEWEST, "the first action in place of all others", rule.sentence)
    return True


def _try_expressions(context: CheckContext, solutions: list[Rollout], sentence: str) -> bool:
    """Use a number again in an arithmetic expression, so that its value stays the same."""
    tries = [
        (s, ([*s.actions[:-1], action] for action in with_numbers_again(s.actions[-1])))
        for s in solutions
        if any(True for _ in with_numbers_again(s.actions[-1]))
    ]
    _report_paid(context, tries, _FEWEST, "a number that is used again", sentence)
    return len(tries) >= _FEWEST


def _try_negative_entries(context: CheckContext, solutions: list[Rollout], sentence: str) -> bool:
    """Add an entry with an amount below zero to a list or an object of the last action."""

    def broken(solution: Rollout) -> Iterator[list[Action]]:
        opening = Episode.of(solution.seed, [], "opening", **solution.options)
        message = context.play(opening)[0].data or {}
        for action in with_negative_entries(solution.actions[-1], message):
            yield [*solution.actions[:-1], action]

    if not any(True for solution in solutions[:_FEWEST] for _ in broken(solution)):
        return False
    tries = [(solution, broken(solution)) for solution in solutions]
    _report_paid(context, tries, _FEWEST, "an entry more, with an amount below zero,", sentence)
    return True


def _try_gaps(context: CheckContext, solutions: list[Rollout], sentence: str) -> bool:
    """Leave out each single item between the ends of an answer; report if all this is paid."""
    paid: dict[str, list[Episode]] = {}
    refused: set[str] = set()
    prose: set[str] = set()
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        last = solution.actions[-1]
        for name, value in last.items():
            left_out = {"metadata", "type", *refused, *prose}
            gaps = with_gaps(value) if name not in left_out else []
            if gaps and _is_prose(context, solution, name):
                prose.add(name)
                paid.pop(name, None)
                continue
            for changed in gaps[:_MOST_TRIES]:
                actions = [*solution.actions[:-1], {**last, name: changed}]
                episode = paid_like(context, solution, actions, "a broken rule")
                if episode is None:
                    refused.add(name)
                    break
                paid.setdefault(name, []).append(episode)
    for name, episodes in paid.items():
        tasks = {episode.calls[0].options.get("seed") for episode in episodes}
        if name not in refused and len(tasks) >= _FEWEST:
            sent = (episodes[0].calls[-1].action or {})[name]
            raise PropertyViolated(
                f"{name!r} without one of its items, whichever it is, is paid like the solution on "
                f"{len(tasks)} tasks, though the texts say {sentence[:160]!r}: "
                f"{json.dumps(sent)[:200]}",
                episodes[0],
            )
    return bool(paid or refused)


def _is_prose(context: CheckContext, solution: Rollout, name: str) -> bool:
    """Whether nonsense for a word between the ends of a text is paid like the word.

    False for lists, and where signs other than blanks part the items.
    """
    last = solution.actions[-1]
    words = last[name].split() if isinstance(last[name], str) else []
    if not re.fullmatch(r"[^\n,;|>→]+", str(last[name])) or len(words) < 3:
        return False
    words[len(words) // 2] = _NONSENSE
    actions = [*solution.actions[:-1], {**last, name: " ".join(words)}]
    return paid_like(context, solution, actions, "nonsense") is not None


def _try_listing(context: CheckContext, solutions: list[Rollout], sentence: str) -> bool:
    """Add to a text all shown values that are written like its own, such as other order numbers."""

    def fuller(solution: Rollout) -> Iterator[list[Action]]:
        opening = Episode.of(solution.seed, [], "opening", **solution.options)
        shown = to_json(context.play(opening)[0].data or {})
        for action in with_all_alike(solution.actions[-1], shown):
            yield [*solution.actions[:-1], action]

    tries = [(solution, [*fuller(solution)]) for solution in solutions]
    tries = [(solution, episodes) for solution, episodes in tries if episodes]
    if len(tries) < _FEWEST:
        return False
    what = "an answer that also names all shown values of the same form"
    _report_paid(context, [(s, iter(e)) for s, e in tries], _FEWEST, what, sentence)
    return True


def _report_paid(
    context: CheckContext,
    tries: Iterable[tuple[Rollout, Iterator[list[Action]]]],
    fewest: int,
    what: str,
    sentence: str,
) -> None:
    """Raise if on enough tasks one of the given episodes is paid like the solution."""
    paid: list[Episode] = []
    for solution, episodes in context.until_budget(tries, least=2 * fewest):
        made = itertools.islice(episodes, _MOST_TRIES)
        played = (paid_like(context, solution, actions, "a broken rule") for actions in made)
        found = next(filter(None, played), None)
        paid += [found] if found else []
        if len(paid) >= fewest:
            sent = paid[0].calls[-1].action or {}
            raise PropertyViolated(
                f"{what} is paid like the solution on {len(paid)} tasks, though the texts say "
                f"{sentence[:160]!r}: {json.dumps(sent)[:200]}",
                paid[0],
            )


def _has_negative(solution: Rollout) -> bool:
    return any(
        isinstance(value, int | float) and value < 0
        for action in solution.actions
        for _, value in subtrees(action)
    )
