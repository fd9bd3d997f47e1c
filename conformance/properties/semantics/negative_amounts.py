"""Semantics: a negative amount does not raise what other amounts only lower, nor lower a cost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SOLUTIONS = 6
_FEWEST = 3
"""Solutions that must lower a value, and tasks on which negative amounts must raise it."""
_MOST_STEPS = 12
_AMOUNTS = (-1, -1000)
_COUNT = re.compile(
    r"\b(how (many|much|long|far)|number of|amounts?|quantity|quantities|count|limit|at most"
    r"|size of|distance|duration|weight|length|price|squares|steps|units?|lit(re|er)s?|hours?"
    r"|minutes?|days?)\b",
    re.I,
)
"""Descriptions of what cannot be less than nothing."""
_NEGATIVE = re.compile(r"\b(negative|minus|less than (zero|nothing|0))\b|(?<![\w-])-\d", re.I)
_OPPOSITE = re.compile(
    r"\b(sells?|selling|refund\w*|return\w* (goods|items)|give\w* back|withdraw\w*)\b", re.I
)
"""Texts by which a negative amount may have a meaning; the second only beside the amount's name."""
_COST = re.compile(r"cost|spent|spend|expens|debt|owed|bill|charge|penalt|waste", re.I)
"""Names of what is paid: an agent gains if it falls."""


@check("semantic.negative_amounts")
def negative_amounts(context: CheckContext) -> None:
    """Play solutions with one amount made negative, and look for a budget that grows."""
    for _, episode, text in _raised_on_tasks(context):
        raise PropertyViolated(f"{text}; so on {_FEWEST} tasks", episode)


@check("semantic.negative_counts")
def negative_counts(context: CheckContext) -> None:
    """The same, where the amount is described as how many or how much of something."""
    fields = context.source.schema.get("properties", {})
    texts = {
        name: f"{name.replace('_', ' ')}: {inner.get('description', '')}"
        for name, inner in fields.items()
    }
    last_names = {
        ".".join(map(str, path)): str(path[-1])
        for solution in context.solutions
        for action in solution.actions
        for path, _ in leaves(action)
    }
    counts = {
        path: last
        for path, last in last_names.items()
        if any(map(_COUNT.search, [texts.get(path.partition(".")[0], ""), last]))
    }
    if not counts:
        raise NotApplicable("no field of the action is described as how many or how much")
    written = [*texts.values(), *task_sentences(context)]
    opposed = [sentence.lower() for sentence in written if _OPPOSITE.search(sentence)]
    for path, last in list(counts.items()):
        if any(map(_NEGATIVE.search, written)) or any(last.lower() in text for text in opposed):
            del counts[path]
    if not counts:
        raise NotApplicable("the texts speak of negative amounts")
    for path, episode, text in _raised_on_tasks(context):
        if path in counts:
            raise PropertyViolated(f"{text}; so on {_FEWEST} tasks", episode)


def _raised_on_tasks(context: CheckContext) -> list[tuple[str, Episode, str]]:
    """The paths of amounts that, made negative, raise a budget on several tasks, and how."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _SOLUTIONS)][: 2 * _SOLUTIONS]
    actions = [action for solution in solutions for action in solution.actions]
    if any(map(_has_negative, actions)):
        raise NotApplicable("solutions hold negative numbers")
    if not any(True for action in actions for _ in _negated(action)):
        raise NotApplicable("no action of a solution holds an amount")
    played = [context.play(solution.episode("solution")) for solution in solutions]
    others = [r for r in context.survey.random_rollouts if not any(map(_has_negative, r.actions))]
    budgets = _only_moved(played, [context.play(r.episode("random")) for r in others[:_MOST_STEPS]])
    if not budgets:
        raise NotApplicable("no number of the observation is only lowered, no cost only raised")
    raised: dict[str, list[tuple[Episode, str]]] = {}
    for solution in context.until_budget(solutions, least=_FEWEST):
        found = _raised(context, solution, budgets)
        if found:
            name, episode, text = found
            raised.setdefault(name, []).append((episode, text))
    return [(name, *each[0]) for name, each in raised.items() if len(each) >= _FEWEST]


def _raised(
    context: CheckContext, solution: Rollout, budgets: dict[str, int]
) -> tuple[str, Episode, str] | None:
    """An amount's path, the solution up to where it is negative, and the budget that it raises."""
    for index, action in enumerate(solution.actions[:_MOST_STEPS]):
        for name, changed in _negated(action):
            begun = [*solution.actions[:index], changed]
            episode = Episode.of(solution.seed, begun, "a negative amount", **solution.options)
            trace = context.play(episode)
            if len(trace) < 2 or trace[-1].data is None:
                continue
            before, after = (_numbers(trace[place].data) for place in (-2, -1))
            for path in sorted(budgets.keys() & before.keys() & after.keys()):
                if budgets[path] * (after[path] - before[path]) < 0:
                    moves, others = ("rises", "lower") if budgets[path] < 0 else ("falls", "raise")
                    text = (
                        f"with the negative amount {name} the observation's {path} {moves} from "
                        f"{before[path]:g} to {after[path]:g}; all other actions only {others} it"
                    )
                    return name.split("=")[0], episode, text
    return None


def _only_moved(solutions: Sequence[Trace], others: Sequence[Trace]) -> dict[str, int]:
    """Numbers of the observation that several solutions lower, and that no episode raises: -1.

    And costs that several solutions raise, and no episode lowers: 1.
    """
    moved: dict[tuple[str, int], int] = {}
    for trace in [*solutions, *others]:
        steps = set()
        for one, other in pairwise(_numbers(response.data) for response in trace if response.data):
            for path in one.keys() & other.keys():
                if other[path] != one[path]:
                    steps.add((path, 1 if other[path] > one[path] else -1))
        for step in steps:
            moved[step] = moved.get(step, 0) + 1
    return {
        path: sign
        for (path, sign), count in moved.items()
        if count >= _FEWEST and (path, -sign) not in moved and (sign < 0 or _COST.search(path))
    }


def _negated(action: Action) -> Iterator[tuple[str, Action]]:
    """Name and action for each amount of the action, made negative."""
    for path, value in leaves(action):
        if _is_number(value) and value > 0:
            for amount in (-value, *_AMOUNTS):
                name = ".".join(map(str, path))
                yield f"{name}={amount:g}", with_leaf(action, path, type(value)(amount))


def _has_negative(action: Action) -> bool:
    return any(_is_number(value) and value < 0 for _, value in leaves(action))


def _numbers(data: object) -> dict[str, float]:
    return {
        path: value
        for path, value in subtrees(data)
        if _is_number(value) and not path.startswith("metadata") and path != "reward"
    }


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
