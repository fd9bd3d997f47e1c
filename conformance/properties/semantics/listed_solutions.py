"""Semantics: of several solutions that the environment itself lists, not only one is paid."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, oracle_rollout
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.value_walk import values_of
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FRESH_EACH = 24, 12
"""Further seeds that are solved, and those of each level, split and mode."""
_FEWEST = 3
"""Tasks on which several solutions are listed and only the oracle's is paid."""
_MOST_OTHERS = 4
_NAMED = re.compile(
    r"(^|_)(solutions|answers|accepted(_\w+)?|acceptable(_\w+)?|alternatives|synonyms|aliases"
    r"|spellings|right_answers|correct_(answers|moves|options)|winning_moves|equivalents)$"
)


@check("semantic.listed_solutions")
def listed_solutions(context: CheckContext) -> None:
    """Put the other items of a hidden list of solutions in the place of the oracle's answer."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    if context.subject.url is not None:
        raise NotApplicable("the subject is a running server: what it holds is not seen")
    tried: dict[str, int] = defaultdict(int)
    paid: set[str] = set()
    refused: dict[str, tuple[Episode, Any, float, float]] = {}
    lists: dict[str, set[str]] = defaultdict(set)
    for solution in context.until_budget(_solutions(context), least=_FEWEST):
        for name, path, items in _lists_with_the_answer(context, solution):
            lists[name].add(to_json(items))
            others = [item for item in items if item != dict(leaves(solution.actions[-1]))[path]]
            for item in others[:_MOST_OTHERS]:
                action = with_leaf(solution.actions[-1], path, item)
                if not context.source.valid(action):
                    continue
                actions = [*solution.actions[:-1], action]
                episode = Episode.of(solution.seed, actions, "another", **solution.options)
                total = sum(response.numeric_reward for response in context.play(episode)[1:])
                if total >= solution.total - oracle_margin(context):
                    paid.add(name)
                else:
                    refused.setdefault(name, (episode, item, total, solution.total))
            tried[name] += bool(others)
    if not tried:
        raise NotApplicable("the instance holds no list of solutions with the oracle's answer")
    for name, (episode, item, total, best) in refused.items():
        if name not in paid and tried[name] >= _FEWEST and len(lists[name]) > 1:
            raise PropertyViolated(
                f"the instance lists {to_json(item)} in {name} beside the oracle's answer, but it "
                f"earns {total:.4g} instead of {best:.4g}; the others too, on {tried[name]} tasks",
                episode,
            )


def _solutions(context: CheckContext) -> Iterator[Rollout]:
    """Solutions of plain episodes, then of each level, split and mode."""
    yield from context.solutions
    yield from more_solutions(context, _FRESH)
    try:
        variants = chosen_variants(context, tasks=False)
    except NotApplicable:
        return
    for seed, variant in itertools.product(range(1, _FRESH_EACH + 1), variants):
        rollout = oracle_rollout(context, seed, context.oracle_steps, **variant.options)
        if rollout.actions and not rollout.error and rollout.total > context.floor:
            yield rollout


def _lists_with_the_answer(
    context: CheckContext, solution: Rollout
) -> Iterator[tuple[str, tuple[str | int, ...], list[Any]]]:
    """Hidden lists that are named for solutions and hold one value of the solution's actions.

    Each comes with its name, the path of the value in the last action, and its items. A list whose
    items the agent is shown is a menu, and one with several values that are sent is a sequence.
    """
    driver = context.new_in_process_driver()
    seed = {} if solution.seed is None else {"seed": solution.seed}
    response = driver.reset(**seed, **solution.options)
    shown = to_json(response.data)
    for action in solution.actions[:-1]:
        shown += to_json(driver.step(action).data)
    held = dict(values_of(driver.env))
    with contextlib.suppress(Exception):  # there may be nothing to reveal
        held |= values_of(driver.env.reveal())
    driver.close()
    sent = [value for action in solution.actions for _, value in leaves(action)]
    for path, items in held.items():
        name = re.findall(r"\w+", path)[-1:]
        if not name or not _NAMED.search(name[0]) or not isinstance(items, list):
            continue
        if len({type(item) for item in items}) != 1 or not isinstance(items[0], str | int):
            continue
        if sum(sent.count(item) for item in dict.fromkeys(items)) != 1 or len(items) < 2:
            continue
        for place, value in leaves(solution.actions[-1]):
            others = [item for item in items if item != value]
            if value in items and others and not all(str(item) in shown for item in others):
                yield name[0], place, items
