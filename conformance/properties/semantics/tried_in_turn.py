"""Semantics: an episode is not won by trying every candidate of a list, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST_ITEMS, _MOST_ITEMS = 3, 60
_FEWEST_SEEDS, _FRESH = 4, 6
_SHARE = 0.75
"""Share of the seeds on which trying in turn must earn what the oracle earns."""


@check("semantic.tried_in_turn")
def tried_in_turn(context: CheckContext) -> None:
    """Play the last action of solutions with each candidate of a list of the first message."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    tried = 0
    won: list[tuple[str, Rollout]] = []
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    for solution in context.until_budget(solutions, least=_FEWEST_SEEDS):
        scripts = list(_scripts(context, solution))
        tried += bool(scripts)
        for name, actions in scripts:
            rollout = play(context, actions, solution.seed)
            if not rollout.error and rollout.total >= solution.total - oracle_margin(context):
                won.append((name, rollout))
                break
    if tried < _FEWEST_SEEDS:
        raise NotApplicable("the answer is not one of the candidates that the first message lists")
    if len(won) >= _SHARE * tried:
        name, rollout = won[0]
        raise PropertyViolated(
            f"on {len(won)} of {tried} seeds, the candidates of {name} tried one after another "
            "earn what the oracle earns",
            rollout.episode("candidates in turn"),
        )


def _scripts(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, list[Action]]]:
    """Scripts that try candidates in the order of their list, where the right one is not first."""
    driver = context.new_driver()
    shown = shown_to_agent(driver.reset(seed=solution.seed, **solution.options).data or {})
    driver.close()
    last = solution.actions[-1]
    for path, value in leaves(last):
        if isinstance(value, bool) or not isinstance(value, str | int):
            continue
        if not _is_whole_answer(context, path):
            continue  # the rest of the action would give the answer away
        for name, items in _candidates(shown):
            if items.count(value) != 1 or items[0] == value:
                continue
            actions = [with_leaf(last, path, item) for item in items]
            if all(context.source.valid(action) for action in actions):
                yield name, actions


def _is_whole_answer(context: CheckContext, path: Path) -> bool:
    """Whether the last actions of all solutions are equal but for the value at a path."""
    others = set()
    for solution in context.solutions:
        last = solution.actions[-1]
        if path not in dict(leaves(last)):
            return False
        others.add(to_json(with_leaf(last, path, None)))
    return len(others) == 1


def _candidates(shown: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Lists of different values, and the columns of lists of objects, by their paths."""
    for path, items in subtrees(shown):
        if not isinstance(items, list) or not _FEWEST_ITEMS <= len(items) <= _MOST_ITEMS:
            continue
        columns = {path: items}
        if all(isinstance(item, dict) for item in items):
            columns = {f"{path}.{key}": [item.get(key) for item in items] for key in items[0]}
        for name, values in columns.items():
            plain = all(isinstance(value, str | int) for value in values)
            if plain and len(set(map(str, values))) == len(values):
                yield name, values
