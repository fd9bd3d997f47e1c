"""Semantics: an answer with what the message forbids is not paid like the solution."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 12
_FEWEST = 4
"""Tasks on which something is forbidden, and on which an answer with it must be paid."""
_MOST_TRIES = 12
_MOST_ITEMS = 3
_NAMED = re.compile(
    r"(^|[._])(forbidden|banned|taboo|prohibited|excluded|disallowed|not_allowed|off_limits"
    r"|avoid|blocked|blacklist(ed)?|denied|unavailable|reserved|allergens|allergies)"
    r"(_\w+)?$",
    re.I,
)


@check("semantic.forbidden_items")
def forbidden_items(context: CheckContext) -> None:
    """Put forbidden items into the lists and texts of right answers."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    tasks = 0
    paid: list[tuple[Episode, str, Any]] = []
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        message = first_message(context, solution)
        forbidden = list(_forbidden(message))
        if not forbidden or any(_holds(solution.actions, item) for _, item in forbidden):
            continue
        if _only_last_line_counts(context, solution):
            continue
        tasks += 1
        found = _first_paid(context, solution, forbidden)
        paid += [found] if found else []
        if len(paid) >= _FEWEST:
            episode, name, item = paid[0]
            sent = json.dumps(episode.calls[-1].action or {})
            raise PropertyViolated(
                f"the message lists {item!r} under {name}, but an answer with it is paid like the "
                f"solution, as on {len(paid)} of {tasks} tasks: {sent[:200]}",
                episode,
            )
    if tasks < _FEWEST:
        raise NotApplicable("no message lists forbidden things that solutions keep away from")


def _forbidden(message: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Names and items of lists whose name says that their items are forbidden."""
    for path, value in subtrees(message):
        if isinstance(value, list) and _NAMED.search(path):
            yield from ((path, item) for item in value[:_MOST_ITEMS] if item not in ("", []))


def _only_last_line_counts(context: CheckContext, solution: Rollout) -> bool:
    """Whether a text is paid without all lines but the last: then words before it are free."""
    last = solution.actions[-1]
    for name, value in last.items():
        lines = value.strip().splitlines() if isinstance(value, str) else []
        if len(lines) > 1:
            short = [*solution.actions[:-1], {**last, name: lines[-1]}]
            if paid_like(context, solution, short, "the last line") is not None:
                return True
    return False


def _holds(actions: list[Action], item: Any) -> bool:
    """Whether actions hold an item as a value, or as a part of a text."""
    return any(
        value == item or (isinstance(value, str) and isinstance(item, str) and item in value)
        for action in actions
        for _, value in subtrees(action)
    )


def _first_paid(
    context: CheckContext, solution: Rollout, forbidden: list[tuple[str, Any]]
) -> tuple[Episode, str, Any] | None:
    """An episode that ends with a forbidden item and is paid like the solution."""
    tried = 0
    for name, item in forbidden:
        for action in _with_item(solution.actions[-1], item):
            if tried >= _MOST_TRIES:
                return None
            tried += 1
            episode = paid_like(context, solution, [*solution.actions[:-1], action], "forbidden")
            if episode is not None:
                return episode, name, item
    return None


def _with_item(action: Action, item: Any) -> Iterator[Action]:
    """Copies of an action with an item in one of its lists, or in one of its longer texts."""
    for name, value in action.items():
        if name in ("metadata", "type"):
            continue
        if isinstance(value, list) and value and type(value[0]) is type(item):
            yield {**action, name: [*value, item]}
            for place in range(len(value)):
                yield {**action, name: [*value[:place], item, *value[place + 1 :]]}
        elif isinstance(value, str) and isinstance(item, str) and len(value.split()) > 1:
            yield {**action, name: f"{value} {item}"}
            words = value.split(" ")
            yield {**action, name: " ".join([words[0], item, *words[1:]])}
