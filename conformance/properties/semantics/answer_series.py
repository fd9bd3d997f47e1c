"""Semantics: in an episode of several questions, later answers do not repeat earlier ones in turn.

Right answers that are dealt from a small deck, or drawn once and repeated, are known for all later
questions to who has seen the first ones.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, fresh_seeds, upper_tail
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.message_content import scalars_without_counters
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import slots_of
from hallmark_rl.conformance.survey.survey_data import Rollout

_EPISODES, _FEWEST = 40, 16
_SHORTEST, _MOST_STEPS = 4, 60
_LARGEST_LAG, _MOST_CLASSES = 8, 12
_REPEATED = 0.97
"""Share of the answers that must be those of some questions before."""
_LARGEST_CHANCE = 0.7
_WIDEST_CHOICE = 30
"""Width of the range of a whole number that may choose one of several things; a wider one holds
amounts, which an agent may rightly set to the same value again and again."""
_TRIED, _UNCHANGED = 3, 0.7
"""Episodes in which a wrong answer is given, and the share of what is shown next that must not
depend on it, so that the steps are answers to questions and not moves."""
_CLAIMS = 4 * _LARGEST_LAG


@check("semantic.answer_series")
def answer_series(context: CheckContext) -> None:
    """Compare the oracle's answers within episodes with those some questions before."""
    context.require_capability_absent("single_task", "there is one task")
    fields = answer_fields(context)
    if not fields:
        raise NotApplicable("no episode asks several questions whose answers are of a few kinds")
    series: dict[str, list[list[Any]]] = {name: [] for name in fields}
    example: Rollout | None = None
    seeds = fresh_seeds(context.seed, "answer series")
    for _ in context.until_budget(range(_EPISODES), least=_FEWEST):
        rollout = oracle_rollout(context, next(seeds), _MOST_STEPS)
        if rollout.error or rollout.total <= context.floor:
            continue
        example = example or rollout
        for name in fields:
            series[name].append([action.get(name) for action in rollout.actions])
    if example is None or len(series[fields[0]]) < _FEWEST:
        raise EvidenceMissing(f"fewer than {_FEWEST} episodes could be played")
    rate = allowance("semantic.answer_series", _CLAIMS)
    for name, lag in itertools.product(fields, range(1, _LARGEST_LAG + 1)):
        pairs = [
            (answers[place - lag], answers[place])
            for answers in series[name]
            for place in range(lag, len(answers))
        ]
        hits, count = sum(one == other for one, other in pairs), len(pairs)
        classes = Counter(repr(other) for _, other in pairs)
        chance = sum((number / count) ** 2 for number in classes.values())
        if not count or hits < _REPEATED * count or chance > _LARGEST_CHANCE:
            continue
        if upper_tail(hits, count, chance) <= rate:
            before = "the one before" if lag == 1 else f"the one {lag} questions before"
            raise PropertyViolated(
                f"the right {name!r} is {before} in {hits} of {count} questions of "
                f"{len(series[name])} fresh seeds; by chance it would be in {chance * count:.0f}",
                example.episode("solution"),
            )


def answer_fields(context: CheckContext) -> list[str]:
    """Fields in which each step answers a question of its own; none if the steps are moves."""
    return [name for name in _fields(context) if _are_answers(context, name)]


def _fields(context: CheckContext) -> list[str]:
    """Fields that each step of the solutions fills with one of a few values that vary."""
    solutions = [s for s in context.solutions if len(s.actions) >= _SHORTEST]
    if len(solutions) < len(context.solutions):
        return []
    actions = [action for solution in solutions for action in solution.actions]
    amounts = {
        slot.name
        for slot in slots_of(context.source, actions[0])
        if slot.bounds is not None and slot.bounds[1] - slot.bounds[0] > _WIDEST_CHOICE
    }
    found = []
    for name in actions[0]:
        values = {repr(action.get(name)) for action in actions}
        scalar = all(isinstance(action.get(name), str | int) for action in actions)
        if name in amounts:
            continue
        if scalar and 1 < len(values) <= _MOST_CLASSES and name not in ("metadata", "type"):
            found.append(name)
    return found


def _are_answers(context: CheckContext, name: str) -> bool:
    """Whether the next question does not depend on the answer to the one before, and is new."""
    for solution in context.solutions[:_TRIED]:
        first = solution.actions[0]
        other = next(
            (a for s in context.solutions for a in s.actions if a.get(name) != first.get(name)),
            None,
        )
        if other is None:
            return False
        shown = []
        for action in (first, {**first, name: other.get(name)}):
            episode = Episode.of(solution.seed, [action], "one answer", **solution.options)
            trace = context.play(episode)
            if len(trace) < 2 or trace[-1].done or trace[-1].data is None:
                return False
            shown.append(scalars_without_counters(shown_to_agent(trace[-1].data)))
        opening = scalars_without_counters(shown_to_agent(trace[0].data or {}))
        right, wrong = shown
        same = [path for path, value in right.items() if wrong.get(path) == value]
        if len(same) < _UNCHANGED * len(right):
            return False
        if all(opening.get(path) == right[path] for path in same):
            return False  # nothing new is asked
    return True
