"""Secrecy: "did you mean ...?" suggests any of the names, and not only those of the answer.

A refusal that looks for the nearest name among the right ones tells them to whoever misspells each
name once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message, shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 24, 6, 0.9
_LONGEST = 40
"""Characters of a command before the name."""
_DIFFERENT = 3
"""Different answers that must have been suggested."""
_FEWEST_THINGS, _MOST_THINGS = 3, 24


class _Asked(NamedTuple):
    """What the steps of a solution name: the field, the words before the name, and the names."""

    field: str
    before: str
    names: frozenset[str]
    example: Action


@check("secrecy.suggested_names")
def suggested_names(context: CheckContext) -> None:
    """Misspell each name that is shown, and compare what is suggested with the answer."""
    context.require_deterministic()
    cases: list[tuple[bool, frozenset[str], Episode]] = []
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for number, solution in enumerate(context.until_budget(solutions, least=2 * _FEWEST)):
        for asked in _asked(solution):
            things = _things(first_message(context, solution), asked.names)
            if asked.names < things:
                suggested, episode = _suggested(context, solution, asked, things)
                if suggested and episode is not None:
                    cases.append((suggested <= asked.names, asked.names, episode))
        if number >= _FEWEST and not cases:
            break
    if len(cases) < _FEWEST:
        raise NotApplicable("no reply to a misspelt name suggests another one")
    told = [case for case in cases if case[0]]
    if len(told) >= _SHARE * len(cases) and len({names for _, names, _ in told}) >= _DIFFERENT:
        raise PropertyViolated(
            f"on {len(told)} of {len(cases)} tasks, whatever name is misspelt, only names of the "
            f"answer are suggested: {', '.join(sorted(told[0][1]))}",
            told[0][2],
        )


def _asked(solution: Rollout) -> Iterator[_Asked]:
    """Texts of the steps that end with different names behind the same words, or are names."""
    groups: dict[tuple[str, str], dict[str, Action]] = {}
    for action in solution.actions:
        for field, text in action.items():
            if isinstance(text, str) and text.strip() and field != "type":
                before, _, name = text.rpartition(" ")
                if len(before) > _LONGEST or "\n" in text:
                    continue  # no command, but a whole plan
                groups.setdefault((field, before), {})[name] = action
    for (field, before), found in groups.items():
        names = frozenset(name for name in found if re.fullmatch(r"[A-Za-z][\w-]{2,}", name))
        if names and len(names) == len(found):
            yield _Asked(field, before, names, next(iter(found.values())))


def _things(shown: dict[str, Any], names: frozenset[str]) -> frozenset[str]:
    """The keys of an object, or the items of a list, that hold the names and others."""
    for _, part in subtrees(shown):
        if part is not shown and isinstance(part, list | dict):
            held = frozenset(item for item in part if isinstance(item, str))
            if names < held and _FEWEST_THINGS <= len(held) <= _MOST_THINGS:
                return held
    return frozenset()


def _suggested(
    context: CheckContext, solution: Rollout, asked: _Asked, things: frozenset[str]
) -> tuple[frozenset[str], Episode | None]:
    """The things that the replies to misspelt names hold, and an episode with one of them."""
    found: set[str] = set()
    example: Episode | None = None
    for thing in sorted(things):
        text = f"{asked.before} {thing}x".strip()
        action = {**asked.example, asked.field: text}
        if not context.source.valid(action):
            continue
        episode = Episode.of(solution.seed, [action], "a misspelt name", **solution.options)
        trace = context.play(episode)
        if len(trace) < 2 or trace[1].data is None or trace[1].done:
            return frozenset(), None
        known = dict(subtrees(shown_to_agent(trace[0].data or {})))
        for path, part in subtrees(shown_to_agent(trace[1].data)):
            if isinstance(part, str) and known.get(path) != part:
                words = set(re.findall(r"[A-Za-z][\w-]*", part.replace(f"{thing}x", "")))
                if words & things:
                    found |= words & things
                    example = example or episode
    return frozenset(found), example
