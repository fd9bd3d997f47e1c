"""Semantics: in episodes of many steps, the right move is not always listed first, or last.

A list of what can be done, sorted by how good it is, tells each step of the way.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hallmark_rl.conformance.actions.action_source import action_to_dict
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.policies import (
    Policy,
    more_solutions,
    oracle_margin,
    oracle_of,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, value_at
from hallmark_rl.conformance.survey.rollouts import play_policy

_FURTHER, _FEWEST_STEPS, _SHARE = 16, 40, 0.95
_MOST_LISTS = 20
_COUNTERED, _FEWEST_LESS = 4, 3
"""Seeds on which the other end of the list is taken, and on which that must earn less."""
_ORDERED = re.compile(
    r"\b(sorted|ranked|ordered|queue|in (the |this |that )?order|(best|nearest|oldest|next|cheapest"
    r"|earliest|most \w+) (one )?first|first come)\b",
    re.I,
)


class _Choice(NamedTuple):
    """One step of a solution: how many items the list has, and where the chosen one stands."""

    size: int
    place: int


@check("semantic.listed_moves")
def listed_moves(context: CheckContext) -> None:
    """Find the steps of solutions in the lists that were shown before them."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    if not any(len(solution.actions) > 2 for solution in context.solutions):
        raise NotApplicable("solutions have one or two steps: see semantic.answer_bias")
    found: dict[tuple[str, str], list[_Choice]] = defaultdict(list)
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=len(context.solutions)):
        trace = context.play(solution.episode("solution"))
        sent: set[Any] = set()
        messages = [shown_to_agent(response.data or {}) for response in trace]
        for (shown, after), action in zip(
            itertools.pairwise(messages), solution.actions, strict=False
        ):
            left = dict(_lists(after, fewest=0))
            for key, choice in _choices(context, shown, action, sent):
                items = dict(_lists(shown))[key[0]]
                rest = [*items[: choice.place], *items[choice.place + 1 :]]
                if left.get(key[0]) != rest:  # else the list says what is still to be done
                    found[key].append(choice)
            sent |= {value for _, value in subtrees(action) if type(value) in (str, int)}
    known = {key: each for key, each in found.items() if len(each) >= _FEWEST_STEPS}
    if not known:
        raise NotApplicable("the steps of solutions are no items of lists that are shown")
    rate = allowance("semantic.listed_moves", 2 * _MOST_LISTS)
    for (path, name), choices in list(known.items())[:_MOST_LISTS]:
        chance = sum(1 / choice.size for choice in choices) / len(choices)
        for end in (0, -1):
            at_end = sum(choice.place == end % choice.size for choice in choices)
            if at_end < _SHARE * len(choices):
                continue
            if upper_tail(at_end, len(choices), chance) >= rate or _is_told(context, path):
                continue
            if _other_end_earns_less(context, path, name, end):
                raise PropertyViolated(
                    f"the right {name!r} is the {'last' if end else 'first'} of {path} in {at_end} "
                    f"of {len(choices)} steps of solutions; by chance it would be in "
                    f"{chance * len(choices):.0f}",
                    context.solutions[0].episode("solution"),
                )


def _choices(
    context: CheckContext, shown: Mapping[str, Any], action: Action, sent: set[Any]
) -> Iterator[tuple[tuple[str, str], _Choice]]:
    """The places of an action's values in lists, but for those that the agent made itself."""
    for path, items in _lists(shown):
        if sent.issuperset(items) and not set(items) <= _names(context):
            continue
        for slot in slots_of(context.source, action):
            value = value_at(action, slot)
            if type(value) in (str, int) and items.count(value) == 1:
                yield (path, slot.name), _Choice(len(items), items.index(value))


def _names(context: CheckContext) -> set[Any]:
    """The values that the action's schema lists, such as the four directions."""
    slots = (slot for a in context.solutions[0].actions for slot in slots_of(context.source, a))
    return {choice for slot in slots for choice in slot.choices}


def _lists(shown: Mapping[str, Any], fewest: int = 2) -> Iterator[tuple[str, list[Any]]]:
    """The lists of `fewest` or more texts or whole numbers, by their paths."""
    for path, part in subtrees(dict(shown)):
        is_list = isinstance(part, list) and fewest <= len(part) <= _MOST_LISTS
        if is_list and all(type(item) in (str, int) for item in part):
            yield path, part


def _is_told(context: CheckContext, path: str) -> bool:
    """Whether a text that names the list says that its order means something."""
    name = re.sub(r"\W.*", "", path.rpartition(".")[2]).lower()
    words = {name, name.removesuffix("s")}
    return any(
        _ORDERED.search(sentence) and words & set(re.findall(r"\w+", sentence.lower()))
        for sentence in task_sentences(context)
    )


def _other_end_earns_less(context: CheckContext, path: str, name: str, end: int) -> bool:
    """Whether the oracle earns less on most seeds if it takes the item at the other end."""
    less = 0
    for solution in context.solutions[:_COUNTERED]:
        rollout = play_policy(
            context.subject,
            context.survey,
            _turned_round(context, path, name, end),
            solution.seed,
            3 * len(solution.actions),
            **solution.options,
        )
        less += bool(rollout.error) or rollout.total < solution.total - oracle_margin(context)
    return less >= min(_FEWEST_LESS, len(context.solutions))


def _turned_round(context: CheckContext, path: str, name: str, end: int) -> Policy:
    """The oracle, with the item at the other end of the list where it takes the one at `end`."""
    oracle = oracle_of(context)

    def policy(env: Any, seen: Any) -> Action:
        action: Action = action_to_dict(oracle(env, seen))
        shown = seen.model_dump() if hasattr(seen, "model_dump") else dict(seen)
        items = dict(_lists(shown)).get(path)
        for slot in slots_of(context.source, action) if items else ():
            if slot.name == name and items and value_at(action, slot) == items[end]:
                return filled(action, slot, items[-1 - end])
        return action

    return policy
