"""Semantics: an action takes from a shown number, or adds to it, what a text says."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.probes.stated_effects import (
    StatedEffect,
    is_same_amount,
    stated_effects,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.client.refusals import COUNTER_NAME, is_told_refused
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import numbers_in, subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_EPISODES, _STEPS = 12, 20
_FEWEST, _FEWEST_SEEDS = 4, 3
"""Accepted actions that must change the number otherwise, and their seeds."""
_LONGEST_LABEL = 40
"""Characters of a text that is no message."""
_CLOCK = re.compile(r"(\d{1,2}):([0-5]\d)")


@check("semantic.stated_costs")
def stated_costs(context: CheckContext) -> None:
    """Play solutions and at random, and look at what each action that a text names changes."""
    actions = [*context.pool, *(a for s in context.survey.solutions for a in s.actions)]
    names = set[str]().union(*map(_names, actions))
    effects = list(dict.fromkeys(stated_effects(task_sentences(context), names)))
    first = context.play(Episode.of(context.seeds[0], [], "opening"))[0]
    shown = _numbers(shown_to_agent(first.data or {}))
    effects = [each for each in effects if any(map(each.is_shown_by, shown))]
    if not effects:
        raise NotApplicable("no text says what an action takes of a shown number, or adds to it")
    live: set[str] = set()
    seen: dict[StatedEffect, list[_Step]] = defaultdict(list)
    for episode in context.until_budget(_episodes(context), least=_EPISODES):
        for step in _steps(episode, context.play(episode)):
            live |= step.changes.keys()
            for effect in effects:
                if effect.is_of(step.names):
                    seen[effect].append(step)
    tried = False
    for effect, steps in seen.items():
        paths = {path for path in live if effect.is_shown_by(path)}
        paths |= {path for path in shown if effect.is_shown_by(path) and effect.is_all_of(path)}
        told = [step for step in steps if step.is_accepted(paths)]
        if not paths or len(told) < _FEWEST or len({s.episode.seed for s in told}) < _FEWEST_SEEDS:
            continue
        tried = True
        others = [each for each in effects if each != effect and each.unit == effect.unit]
        if any(_changes_as_said(step, paths, effect, others) for step in told):
            continue
        step = told[0]
        values = ", ".join(f"{path} by {step.changes.get(path, 0):g}" for path in sorted(paths))
        raise PropertyViolated(
            f"a text says {effect.text[:160]!r}, but in none of {len(told)} accepted actions did "
            f"a number change by {effect.amount:g}; the first one changes {values}",
            step.episode,
        )
    if not tried:
        raise NotApplicable("the actions that texts name were accepted too seldom")


class _Step:
    """One action, and what it has changed."""

    def __init__(self, episode: Episode, action: Action, before: Any, after: Any) -> None:
        self.episode, self.names = episode, _names(action)
        earlier, later = _numbers(before), _numbers(after)
        self.changes = {
            path: later[path] - earlier[path]
            for path in earlier.keys() & later.keys()
            if later[path] != earlier[path]
        }
        one, two = dict(_marks(before)), dict(_marks(after))
        self.marks = {path for path in one.keys() | two.keys() if one.get(path) != two.get(path)}

    def is_accepted(self, paths: set[str]) -> bool:
        """Whether something else than these numbers and counters has changed."""
        numbers = {path for path in self.changes if not COUNTER_NAME.search(path)}
        return bool(self.marks or numbers - paths)


def _episodes(context: CheckContext) -> Iterator[Episode]:
    played = [solution.episode("solution") for solution in context.survey.solutions[:_EPISODES]]
    drawn = [
        context.random_episode(seed, _STEPS, "random play") for seed in range(1, _EPISODES + 1)
    ]
    for pair in itertools.zip_longest(played, drawn):
        yield from filter(None, pair)


def _steps(episode: Episode, trace: Trace) -> Iterator[_Step]:
    """The steps of an episode that are not refused and do not end it."""
    for place, (before, after) in enumerate(itertools.pairwise(trace)):
        if after.data is None or before.data is None or after.done:
            return
        if not is_told_refused(trace[0], before, after):
            shown = Episode(episode.calls[: place + 2], episode.label)
            messages = shown_to_agent(before.data), shown_to_agent(after.data)
            yield _Step(shown, episode.actions[place], *messages)


def _changes_as_said(
    step: _Step, paths: set[str], effect: StatedEffect, others: list[StatedEffect]
) -> bool:
    """Whether a number changes by the stated amount, alone or with those of other statements."""
    amounts = [other.amount for other in others if other.is_of(step.names)]
    sums = [
        effect.amount + sum(part)
        for count in range(len(amounts) + 1)
        for part in itertools.combinations(amounts, count)
    ]
    return any(
        is_same_amount(step.changes.get(path, 0.0), amount) for path in paths for amount in sums
    )


def _names(action: Action) -> set[str]:
    """The words that name an action: the first word of each of its texts, and what it sets."""
    texts = [value for _, value in subtrees(action) if isinstance(value, str)]
    switches = {name.lower() for name, value in action.items() if value is True}
    return switches | {words[0].lower() for text in texts if (words := text.split())}


def _numbers(message: Any) -> dict[str, float]:
    """Numbers of a message by path, but not those in lists; a time such as 09:30 in minutes."""
    found = dict(numbers_in(message))
    for path, value in subtrees(message):
        if isinstance(value, str) and (clock := _CLOCK.fullmatch(value)):
            found[path] = 60.0 * int(clock[1]) + int(clock[2])
    return {path: number for path, number in found.items() if "[" not in path}


def _marks(message: Any) -> Iterator[tuple[str, str]]:
    """Lists and short texts of a message by path."""
    for path, value in subtrees(message):
        if isinstance(value, list) or (isinstance(value, str) and len(value) <= _LONGEST_LABEL):
            yield path, to_json(value)
