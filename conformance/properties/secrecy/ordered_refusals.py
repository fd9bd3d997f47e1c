"""Secrecy: a list of what could be named, in a refusal, does not begin or end with the answer.

A refusal that lists what is allowed in the order of an analysis names the best one first.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import earns_less_with, more_solutions
from hallmark_rl.conformance.checking.probes.changed_values import with_leaf
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 24, 12, 0.95
_FEWEST_ITEMS, _DIFFERENT = 4, 4
"""Items that a list must have, and different answers that must be seen: by chance, 12 answers stand
first in lists of four with a probability of 6e-8."""
_COUNTERED = 3
_RUN = re.compile(r"[\w'#+-]+(?:, (?:and |or )?[\w'#+-]+){3,}")
_LABELLED = re.compile(r"\b([A-Za-z_]\w{0,30})\s*[=:]\s*\"?([\w'#+-]+)")
_MOST_LABELS = 6
_TOLD = re.compile(
    r"\b(best|nearest|closest|likeliest|most \w+) (one )?first\b|\b(sorted|ranked|ordered)\b"
    r"|\bin (the |an? )?order\b|\b(hints?|clues?)\b",
    re.I,
)
_OF_REFUSALS = re.compile(r"\b(unknown|illegal|invalid|wrong|refus\w+|not (legal|allowed))\b", re.I)
"""Words of a sentence that gives the order of a list a meaning, and of one about refusals."""


class _Named(NamedTuple):
    """What a text of an answer names: all of it, or the value behind a label in it."""

    field: str
    label: str
    text: str
    start: int
    end: int

    @property
    def value(self) -> str:
        """What is named."""
        return self.text[self.start : self.end]

    def with_other(self, other: str) -> str:
        """The text with another thing in its place."""
        return self.text[: self.start] + other + self.text[self.end :]


class _Listed(NamedTuple):
    """A list in a refusal, and where the answer stands in it."""

    solution: Rollout
    named: _Named
    items: list[str]
    place: int
    episode: Episode


def require_no_end(context: CheckContext) -> bool:
    """Raise if the answer is always the first, or the last, of what a refusal lists.

    Returns whether such lists came up on enough tasks.
    """
    found: dict[tuple[str, str], list[_Listed]] = defaultdict(list)
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for number, solution in enumerate(context.until_budget(solutions, least=_FEWEST)):
        for path, listed in _lists(context, solution):
            found[listed.named.label, path].append(listed)
        if number >= _FEWEST_ITEMS and not found:
            return False
    enough = {key: each for key, each in found.items() if len(each) >= _FEWEST}
    for (label, path), each in enough.items():
        for end, name in ((0, "first"), (-1, "last")):
            at_end = [one for one in each if one.items[end] == one.items[one.place]]
            answers = {one.items[one.place] for one in at_end}
            if len(at_end) < _SHARE * len(each) or len(answers) < _DIFFERENT:
                continue
            if any(_TOLD.search(s) and _OF_REFUSALS.search(s) for s in task_sentences(context)):
                continue
            if all(_others_earn_less(context, one) for one in at_end[:_COUNTERED]):
                raise PropertyViolated(
                    f"the reply to an unknown {label} lists what could be named in {path}, and "
                    f"the right one is the {name} on {len(at_end)} of {len(each)} seeds: "
                    f"{', '.join(at_end[0].items)[:160]}",
                    at_end[0].episode,
                )
    return bool(enough)


def _lists(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, _Listed]]:
    """The lists that hold what the last step names, in replies to an unknown name."""
    last = solution.actions[-1]
    for named in _names(last):
        refused = with_leaf(last, (named.field,), named.with_other("zzq"))
        if not context.source.valid(refused):
            continue
        episode = Episode.of(solution.seed, [refused], "an unknown thing", **solution.options)
        trace = context.play(episode)
        if len(trace) < 2 or trace[1].data is None or trace[1].done:
            continue
        known = dict(subtrees(shown_to_agent(trace[0].data or {})))
        for path, part in subtrees(shown_to_agent(trace[1].data)):
            for items in _items(part) if known.get(path) != part else ():
                if len(items) >= _FEWEST_ITEMS and items.count(named.value) == 1:
                    place = items.index(named.value)
                    yield path, _Listed(solution, named, items, place, episode)


def _names(action: Action) -> Iterator[_Named]:
    """The texts of an action, and the values behind labels in them."""
    for field, text in action.items():
        if isinstance(text, str) and text and field != "type":
            yield _Named(field, repr(field), text, 0, len(text))
            for match in itertools.islice(_LABELLED.finditer(text), _MOST_LABELS):
                yield _Named(field, f"{match[1]!r} of {field!r}", text, *match.span(2))


def _items(part: Any) -> list[list[str]]:
    """The texts of a list, or the lists within a text."""
    if isinstance(part, list) and all(isinstance(item, str) for item in part):
        return [part]
    if not isinstance(part, str):
        return []
    return [re.split(r", (?:and |or )?", run) for run in _RUN.findall(part)]


def _others_earn_less(context: CheckContext, listed: _Listed) -> bool:
    """Whether another item of the list is no answer."""
    other = next(item for place, item in enumerate(listed.items) if place != listed.place)
    changed = listed.named.with_other(other)
    return earns_less_with(context, listed.solution, (listed.named.field,), changed)
