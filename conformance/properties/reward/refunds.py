"""Reward: what is bought and given back does not leave more money than there was before.

A refund of the list price for what was bought with a discount pays whoever buys and gives back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response
from hallmark_rl.conformance.checking.probes.purchases import (
    Purchase,
    purchases,
    words_for_returns,
)
from hallmark_rl.conformance.checking.probes.shown_amounts import is_money, shown_numbers
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST = 4
_LEAST_GAIN = 0.01
"""Share of the price that a refund must be above it: less may come from rounding."""
_RETURN = r"\b(return|refund|cancel|undo|give[sn]? back|bring|brought back|taken back)\w*\b"
_PROMISED = re.compile(
    rf"{_RETURN}[^.]*(\b(at|for) (\w+ )?(market|current|today|day|list|selling|full)\b"
    r"|\b(bonus|interest|premium|more than)\b)",
    re.I,
)
"""What a text says where a refund is not what was paid."""
_NOT = re.compile(r"\b(no|not|never|nothing|without|n't|than was paid)\b", re.I)
_PRICE = re.compile(r"price|quote|rate|cost", re.I)


@check("reward.refunds")
def refunds(context: CheckContext) -> None:
    """Give back what the first steps of solutions buy, and compare the money."""
    context.require_deterministic()
    words = words_for_returns(context)
    if not words:
        raise NotApplicable("no choice of the action is called like one that gives something back")
    if any(_PROMISED.search(text) and not _NOT.search(text) for text in task_sentences(context)):
        raise NotApplicable("a text says that a refund is not what was paid")
    tried: dict[str, int] = {}
    gained: dict[str, list[tuple[Episode, str]]] = {}
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        for name, episode, text in _given_back(context, solution):
            tried[name] = tried.get(name, 0) + 1
            gained.setdefault(name, []).extend([(episode, text)] if text else [])
    if not tried:
        raise NotApplicable("no step of a solution lowers shown money and can be taken back")
    for name, cases in gained.items():
        if len(cases) >= _FEWEST and len(cases) == tried[name]:
            raise PropertyViolated(f"{cases[0][1]}; so on {len(cases)} seeds", cases[0][0])


def _given_back(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, Episode, str]]:
    """For each kind of purchase its name, a play of it, and what was gained, if anything."""
    cases: dict[str, tuple[Episode, str]] = {}
    for purchase in purchases(context, solution, words_for_returns(context)):
        name = f"{purchase.name}, {len(purchase.returns) > 1}"
        text = _outcome(context, solution.seed, purchase)
        if text is None or cases.get(name, ("", ""))[1]:
            continue
        actions = [*purchase.before, purchase.action, *purchase.returns]
        episode = Episode.of(solution.seed, actions, "given back", **solution.options)
        cases[name] = episode, text
    yield from ((name, *case) for name, case in cases.items())


def _outcome(context: CheckContext, seed: int | None, purchase: Purchase) -> str | None:
    """What was gained, as text; empty if nothing; None if nothing was bought and given back."""
    before = _shown(context, seed, purchase.before)
    bought = _shown(context, seed, [*purchase.before, purchase.action])
    for path in [path for path in before if is_money(path)] if bought else ():
        if bought.get(path, before[path]) >= before[path] or not _is_more(before, bought):
            continue
        after = _shown(context, seed, [*purchase.before, purchase.action, *purchase.returns])
        if after.get(path, 0) <= bought[path] or _is_more(before, after, besides=path):
            continue  # nothing is given back, or not all of it
        spent, gain = before[path] - bought[path], after[path] - before[path]
        waited = [*purchase.before, purchase.returns[0], *purchase.returns]
        alone = _shown(context, seed, waited)
        if alone.get(path, before[path]) > before[path] or _prices(after) - _prices(before):
            continue  # the money grows without a purchase, or prices have moved
        if gain <= _LEAST_GAIN * spent:
            return ""
        returns = " and then ".join(map(to_json, purchase.returns))
        return (
            f"{to_json(purchase.action)} and then {returns} raise {path!r} from {before[path]:g} "
            f"to {after[path]:g}"
        )
    return None


def _shown(context: CheckContext, seed: int | None, actions: list[Action]) -> dict[str, float]:
    response = last_response(context, seed, actions)
    return {} if response is None else shown_numbers(response.data)


def _is_more(before: dict[str, float], after: dict[str, Any], besides: str = "") -> bool:
    """Whether something is held: numbers are shown where there were none, or greater ones."""
    new = [path for path in after.keys() - before.keys() if not is_money(path)]
    return bool(new) or any(
        after.get(path, 0) > number
        for path, number in before.items()
        if path != besides and not is_money(path) and not _PRICE.search(path)
    )


def _prices(shown: dict[str, float]) -> set[float]:
    return {number for path, number in shown.items() if _PRICE.search(path)}
