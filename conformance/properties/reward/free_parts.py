"""Reward: what costs something at once is not free in small parts, nor much cheaper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.message_content import scalars_without_counters
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST = 3
"""Seeds on which the parts must be free."""
_CHEAPER = 0.85
"""Share of the whole's cost below which parts are much cheaper."""
_PARTS = (12, 6)
"""How many parts an amount is divided into."""
_SIZES = (1, 2, 4)
"""Sizes of a part, where amounts are whole numbers."""
_MONEY = re.compile(
    r"bill|cost|spent|spend|paid|price|fee|charge|budget|money|cash|coins|balance|credit|fund|expens"
    r"|purse|wallet|account|cents|pence|penn|dollar|euro|profit",
    re.I,
)
"""Names of what a price is charged to; other numbers may rightly have a threshold."""


@check("reward.free_parts")
def free_parts(context: CheckContext) -> None:
    """Take an amount at once, and the same amount in parts, and compare what is shown."""
    context.require_deterministic()
    tried = 0
    found: dict[tuple[Path, str], list[tuple[Episode, tuple[float, float]]]] = {}
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        if len(solution.actions) < 2:
            continue
        seen: set[tuple[Path, str]] = set()
        for path, whole, parts in _divided(context, solution.actions[0]):
            tried += 1
            for name, costs in _cheaper(context, solution, path, whole, parts):
                if (path, name) not in seen:
                    seen.add((path, name))
                    episode = Episode.of(solution.seed, parts, "in parts")
                    found.setdefault((path, name), []).append((episode, costs))
    if not tried:
        raise NotApplicable(
            "no solution of several steps begins with an amount that can be divided"
        )
    for (path, name), cases in found.items():
        if len(cases) >= _FEWEST:
            episode, (at_once, in_parts) = cases[0]
            raise PropertyViolated(
                f"an amount {'.'.join(map(str, path))!r} that is taken at once changes {name!r} by "
                f"{at_once:.4g}, and in {len(episode.calls) - 1} equal parts by {in_parts:.4g}, "
                f"though all else that is shown is the same; so on {len(cases)} seeds",
                episode,
            )


def _divided(context: CheckContext, action: Action) -> Iterator[tuple[Path, Action, list[Action]]]:
    """An action with an amount, and the same amount in several equal actions."""
    for path, value in leaves(action):
        if type(value) is int and value > 1:
            sizes: list[float] = [*_SIZES]
        elif type(value) is float and value > 0:
            sizes = [value / count / 4 for count in _PARTS]
        else:
            continue
        for count in _PARTS:
            for size in sizes:
                whole = with_leaf(action, path, size * count)
                part = with_leaf(action, path, size)
                if context.source.valid(whole) and context.source.valid(part):
                    yield path, whole, [part] * count


def _cheaper(
    context: CheckContext, solution: Rollout, path: Path, whole: Action, parts: list[Action]
) -> Iterator[tuple[str, tuple[float, float]]]:
    """Amounts of money that the whole changes by more than the parts do, with both changes.

    Only where both do the same to all else that is shown.
    """
    once, divided = _after(context, solution, [whole]), _after(context, solution, parts)
    before = _after(context, solution, [])
    if not before or not once or not divided or once.keys() != divided.keys():
        return
    changed = [name for name in once if once[name] != before.get(name)]
    differing = [name for name in once if once[name] != divided[name]]
    if len(differing) != 1 or len(changed) < 2 or not _MONEY.search(differing[0]):
        return
    name = differing[0]
    values = (before.get(name), once[name], divided[name])
    if not all(type(value) in (int, float) for value in values):
        return
    start, at_once, in_parts = map(float, values)
    costs = abs(at_once - start), abs(in_parts - start)
    if costs[1] == 0 or (costs[1] < _CHEAPER * costs[0] and costs[0] - costs[1] >= 2):
        double = with_leaf(whole, path, 2 * dict(leaves(whole))[path])
        twice = _after(context, solution, [double]) if context.source.valid(double) else None
        more = abs(float(twice[name]) - start) if twice and name in twice else None
        # A price that grows with the amount itself makes small steps cheaper, rightly.
        if costs[1] == 0 or (more is not None and abs(more - 2 * costs[0]) <= 2):
            yield name, costs


def _after(
    context: CheckContext, solution: Rollout, actions: list[Action]
) -> dict[str, Any] | None:
    """What is shown after actions, without sentences, which tell the last amount.

    None if the actions end the episode.
    """
    response = last_response(context, solution.seed, actions)
    if response is None or response.done:
        return None
    shown = scalars_without_counters(response.data or {})
    return {path: value for path, value in shown.items() if " " not in str(value)}
