"""Secrecy: the reply to an unknown id does not list the things that the answer consists of.

A refusal often says what could have been named instead. Where it is made from the wrong list, it
lists the answer: just those of the shown things that the solution names, and no others.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import (
    earns_less_with,
    more_solutions,
    oracle_margin,
    play,
)
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.ordered_refusals import require_no_end
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 32, 6, 0.9
_DIFFERENT = 3
"""Different answers that must be listed."""
_MOST_THINGS = 40
_UNKNOWN = (99, 9999, "zzq")
_COUNTERED = 3
_ITEM = r"[A-Za-z]{0,12}[-_#]?\d{1,9}|[A-Za-z][\w'-]*"
_RUN = re.compile(rf"(?:{_ITEM})(?:(?:, (?:and |or )?|; | and | or | / ?)(?:{_ITEM}))+")
"""A list in a text, such as `2, 5 and 7`."""
_WORD = re.compile(_ITEM)
_PROMISED = re.compile(r"\b(hints?|clues?|reveal\w*|help\w*|remaining|left to do|to-?do)\b", re.I)

Names = frozenset[str]


class _Asked(NamedTuple):
    """Several actions of one solution that differ in one field: the names in it and an example."""

    key: str
    field: str
    names: Names
    turn: int


class _Case(NamedTuple):
    """One seed: the solution, what it names, what could be named, and the refused action."""

    solution: Rollout
    asked: _Asked
    things: Names
    refused: Action
    is_listed: bool


@check("secrecy.listing_refusals")
def listing_refusals(context: CheckContext) -> None:
    """Name things that do not exist, and compare the lists in the replies with the answer."""
    context.require_deterministic()
    has_lists = require_no_end(context)
    cases: dict[tuple[str, str, str], list[_Case]] = {}
    first = context.solutions
    for further in (False, True):
        solutions = more_solutions(context, _FURTHER) if further else first
        for solution in context.until_budget(solutions, least=2 * _FEWEST):
            for key, case in _cases(context, solution):
                if further and key not in cases:
                    continue
                cases.setdefault(key, []).append(case)
        if not cases and not further:
            if has_lists:
                return
            raise NotApplicable("no answer consists of several of the things that are shown")
        cases = {key: each for key, each in cases.items() if _share(each) >= _SHARE}
        if not cases:
            return
    for each in cases.values():
        listed = [case for case in each if case.is_listed]
        if len(each) < _FEWEST or len({case.asked.names for case in each}) < _DIFFERENT:
            continue
        if all(_matters(context, case) for case in listed[:_COUNTERED]) and not _promised(context):
            example = listed[0]
            raise PropertyViolated(
                f"on {len(listed)} of {len(each)} seeds, the reply to {example.refused} lists "
                f"{len(example.asked.names)} of {len(example.things)} shown things, and they are "
                f"those of the answer: {', '.join(sorted(example.asked.names))}",
                Episode.of(example.solution.seed, [example.refused], "an unknown thing"),
            )
    if all(len(each) < _FEWEST for each in cases.values()) and not has_lists:
        raise NotApplicable("too few answers consist of several of the things that are shown")


def _cases(
    context: CheckContext, solution: Rollout
) -> Iterator[tuple[tuple[str, str, str], _Case]]:
    opening = Episode.of(solution.seed, [], "opening", **solution.options)
    shown = shown_to_agent(context.play(opening)[0].data or {})
    for asked in _asked(solution):
        things = _things(shown, asked.names)
        if not asked.names < things or asked.names in _shown_groups(shown):
            continue
        for refused in _unknown(context, solution, asked.field):
            trace = context.play(Episode.of(solution.seed, [refused], "unknown"))
            if len(trace) < 2 or trace[1].data is None or trace[1].done:
                continue
            reply = shown_to_agent(trace[1].data)
            listed = any(names == asked.names for names in _listed(shown, reply, things, refused))
            key = (asked.key, asked.field, to_json(refused))
            yield key, _Case(solution, asked, things, refused, listed)


def _asked(solution: Rollout) -> Iterator[_Asked]:
    """The different values of one field in actions that are alike in all others; lists as well."""
    groups: dict[tuple[str, str], list[tuple[int, Any]]] = {}
    for turn, action in enumerate(solution.actions):
        for path, value in leaves(action):
            if len(path) == 1 and isinstance(value, int | str) and not isinstance(value, bool):
                rest = {k: v for k, v in action.items() if k not in (path[0], "metadata")}
                groups.setdefault((to_json(rest), str(path[0])), []).append((turn, value))
    for (key, field), found in groups.items():
        names = frozenset(str(value) for _, value in found)
        if len(names) > 1:
            yield _Asked(key, field, names, found[-1][0])


def _things(shown: dict[str, Any], names: Names) -> Names:
    """What could be named: items or keys of a list that holds the names, or the numbers of one."""
    for _, value in subtrees(shown):
        if isinstance(value, list | dict) and len(value) <= _MOST_THINGS:
            held = frozenset(map(str, value))
            if names < held:
                return held
            if isinstance(value, list) and value and isinstance(value[0], dict):
                for key in value[0]:
                    held = frozenset(str(i.get(key)) for i in value if isinstance(i, dict))
                    if names < held:
                        return held
    if all(name.isdigit() for name in names):
        for start, (_, value) in itertools.product((1, 0), subtrees(shown)):
            if isinstance(value, list) and len(value) <= _MOST_THINGS:
                held = frozenset(map(str, range(start, start + len(value))))
                if names < held:
                    return held
    return frozenset()


def _shown_groups(shown: dict[str, Any]) -> set[Names]:
    """The lists that the first message shows: to name these again tells nothing."""
    groups = {
        frozenset(map(str, value)) for _, value in subtrees(shown) if isinstance(value, list | dict)
    }
    texts = [value for _, value in subtrees(shown) if isinstance(value, str)]
    return groups | {frozenset(_WORD.findall(run)) for text in texts for run in _RUN.findall(text)}


def _unknown(context: CheckContext, solution: Rollout, field: str) -> Iterator[Action]:
    """Actions of the solution's kinds that name what does not exist."""
    seen: set[str] = set()
    for action in solution.actions:
        for value in _UNKNOWN:
            if field in action and isinstance(value, type(action[field])):
                changed = with_leaf(action, (field,), value)
                if to_json(changed) not in seen and context.source.valid(changed):
                    seen.add(to_json(changed))
                    yield changed


def _listed(
    shown: dict[str, Any], reply: dict[str, Any], things: Names, refused: Action
) -> Iterator[Names]:
    """The groups of things in the parts of a reply that are new."""
    known = dict(subtrees(shown))
    sent = {str(value) for _, value in leaves(refused)}
    for path, value in subtrees(reply):
        if known.get(path) == value:
            continue
        if isinstance(value, list | dict) and path:
            yield frozenset(map(str, value)) & things
        elif isinstance(value, str):
            for part in (value, *_RUN.findall(value)):
                yield (frozenset(_WORD.findall(part)) - sent) & things


def _matters(context: CheckContext, case: _Case) -> bool:
    """Whether other things are accepted, earn less, and the answer is still paid after the reply.

    Things that are refused as well cannot be named: then the list says what can be.
    """
    solution, asked = case.solution, case.asked
    own = solution.actions[asked.turn][asked.field]
    other: Any = next(iter(sorted(case.things - asked.names)))
    other = int(other) if isinstance(own, int) else other
    if _is_refused(context, case, other):
        return False
    if not earns_less_with(context, solution, (asked.field,), other, asked.turn):
        return False
    after = play(context, [case.refused, *solution.actions], solution.seed)
    return after.total >= solution.total - 0.25 * abs(context.scale) - oracle_margin(context)


def _is_refused(context: CheckContext, case: _Case, other: Any) -> bool:
    """Whether the reply to another thing lists the same."""
    action = {**case.refused, case.asked.field: other}
    trace = context.play(Episode.of(case.solution.seed, [action], "another thing"))
    shown, reply = (shown_to_agent(response.data or {}) for response in (trace[0], trace[-1]))
    return any(names == case.asked.names for names in _listed(shown, reply, case.things, action))


def _promised(context: CheckContext) -> bool:
    """Whether the texts promise help of this kind."""
    return any(_PROMISED.search(sentence) for sentence in task_sentences(context))


def _share(cases: list[_Case]) -> float:
    return sum(case.is_listed for case in cases) / len(cases)
