"""Reward: what costs something at once is not free in small parts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST = 3
"""Seeds on which the parts must be free."""
_PARTS = (12, 6)
"""How many parts an amount is divided into."""
_SIZES = (1, 2, 4)
"""Sizes of a part, where amounts are whole numbers."""
_MONEY = re.compile(
    r"bill|cost|spent|spend|paid|price|fee|charge|budget|money|cash|coins|balance|credit|fund|expens",
    re.I,
)
"""Names of what a price is charged to; other numbers may rightly have a threshold."""
_OF_THE_REWARD = ("columns", "score", "success", "reward")


@check("reward.free_parts")
def free_parts(context: CheckContext) -> None:
    """Take an amount at once, and the same amount in parts, and compare what is shown."""
    context.require_deterministic()
    tried = 0
    found: dict[tuple[Path, str], list[tuple[Episode, float]]] = {}
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        if len(solution.actions) < 2:
            continue
        seen: set[tuple[Path, str]] = set()
        for path, whole, parts in _divided(context, solution.actions[0]):
            tried += 1
            for name, cost in _free(context, solution, whole, parts):
                if (path, name) not in seen:
                    seen.add((path, name))
                    episode = Episode.of(solution.seed, parts, "in parts")
                    found.setdefault((path, name), []).append((episode, cost))
    if not tried:
        raise NotApplicable(
            "no solution of several steps begins with an amount that can be divided"
        )
    for (path, name), cases in found.items():
        if len(cases) >= _FEWEST:
            episode, cost = cases[0]
            raise PropertyViolated(
                f"an amount {'.'.join(map(str, path))!r} that is taken at once changes {name!r} by "
                f"{cost:.4g}, and in {len(episode.calls) - 1} equal parts by nothing, though all "
                f"else that is shown is the same; so on {len(cases)} seeds",
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


def _free(
    context: CheckContext, solution: Rollout, whole: Action, parts: list[Action]
) -> Iterator[tuple[str, float]]:
    """Numbers that the whole changes and the parts do not, if they do the same to all else."""
    start, once, divided = (
        last_response(context, solution.seed, actions) for actions in ([], [whole], parts)
    )
    if start is None or once is None or divided is None or once.done or divided.done:
        return
    before, at_once, in_parts = (_scalars(each.data or {}) for each in (start, once, divided))
    changed = [path for path in at_once if at_once[path] != before.get(path)]
    differing = [path for path in at_once if at_once[path] != in_parts.get(path)]
    if len(differing) != 1 or at_once.keys() != in_parts.keys() or len(changed) < 2:
        return
    name = differing[0]
    old, new = before.get(name), at_once[name]
    is_money = _MONEY.search(name) and isinstance(old, int | float) and isinstance(new, int | float)
    if is_money and old == in_parts[name]:
        yield name, float(new) - float(old or 0)


def _scalars(data: dict[str, Any]) -> dict[str, Any]:
    """The scalars of a message by their paths, without counters and what is said of the reward."""
    shown = json.loads(content_without_counters(data))
    shown = {key: value for key, value in shown.items() if key not in _OF_THE_REWARD}
    return {path: value for path, value in subtrees(shown) if not isinstance(value, dict | list)}
