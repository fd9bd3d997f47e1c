"""Semantics: in a list that is found on the way, the right item does not look different.

A search may cut its results so that the passage with the answer is in view. Then only the right
result begins with an ellipsis, and a policy finds it without reading any of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import solve
from hallmark_rl.conformance.checking.error_rate import allowance, fresh_seeds, upper_tail
from hallmark_rl.conformance.checking.policies import earns_less_with, last_response
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves
from hallmark_rl.conformance.checking.probes.listed_items import ListedItem, lists_with
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST = 60, 20
_GLANCE = 3
"""Seeds after which nothing more is played if no list was seen that holds the answer."""
_MOST_WORDS, _MOST_TRIES = 12, 30
_HITS = 0.9
"""Share of seeds on which the item that looks different must be right."""
_COUNTERED = 6
"""Seeds on which another item is chosen instead, which must earn less."""
_WORD = re.compile(r"[^\W\d_][\w-]{3,24}")


@dataclass(frozen=True)
class _Sight:
    """A list that one action shows on one seed, with one item that looks different.

    Attributes:
        solution: the oracle's episode.
        field: where the value of the right item is in its last action.
        found: the list and the right item.
        odd: index of the item that looks different.
        action: what shows the list.
    """

    solution: Rollout
    field: Path
    found: ListedItem
    odd: int
    action: Action

    @property
    def hit(self) -> bool:
        """Whether the right item is the one that looks different."""
        return self.found.place == self.odd


@check("semantic.listed_looks")
def listed_looks(context: CheckContext) -> None:
    """Look the words of each task up, and see which items of the lists look different."""
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("stochastic", "episodes are not comparable")
    seen: dict[tuple[str, str], list[_Sight]] = {}
    shown = 0
    seeds = fresh_seeds(context.seed, "listed looks")
    for number in context.until_budget(range(_SEEDS), least=_FEWEST):
        solution = solve(context, next(seeds))
        if solution is None:
            continue
        new: dict[tuple[str, str], _Sight] = {}
        lists = list(_lists(context, solution))
        shown += bool(lists)
        for field, found, action in lists:
            for name, odd in _looks(found):
                sight = _Sight(solution, field, found, odd, action)
                new.setdefault((found.path, name), sight)
        for look, sight in new.items():
            seen.setdefault(look, []).append(sight)
        if number + 1 >= _GLANCE and not shown:
            break
    if not shown:
        raise NotApplicable("no action that looks a word of the task up shows a list")
    known = {look: sights for look, sights in seen.items() if len(sights) >= _FEWEST}
    if shown < _FEWEST:
        raise EvidenceMissing(f"lists were shown on {shown} seeds, {_FEWEST} are needed")
    rate = allowance("semantic.listed_looks", max(1, len(known)))
    for (path, name), sights in known.items():
        hits = sum(sight.hit for sight in sights)
        chance = sum(1 / len(sight.found.rows) for sight in sights) / len(sights)
        if hits < _HITS * len(sights) or upper_tail(hits, len(sights), chance) > rate:
            continue
        if _others_earn_less(context, sights):
            raise PropertyViolated(
                f"of the list {path}, the item whose {name} is the right one on {hits} of "
                f"{len(sights)} seeds; by chance it would be on {chance * len(sights):.0f}",
                Episode.of(sights[0].solution.seed, [sights[0].action], "look-up"),
            )


def _lists(context: CheckContext, solution: Rollout) -> Iterator[tuple[Path, ListedItem, Action]]:
    """Lists with a value of the solution's last action, that a look-up of one step shows."""
    fields = [
        (field, value)
        for field, value in leaves(solution.actions[-1])
        if isinstance(value, int | str) and not isinstance(value, bool) and value != ""
    ]
    for action in _look_ups(context, solution.seed):
        response = context.play(Episode.of(solution.seed, [action], "look-up"))[-1]
        for field, value in fields:
            if response.data is not None and not response.done and value not in action.values():
                for found in lists_with(response.data, value):
                    yield field, found, action


def _look_ups(context: CheckContext, seed: int | None) -> Iterator[Action]:
    """Actions with a word of the first message in one of their texts."""
    opening = last_response(context, seed, [])
    shown = list(_texts((opening.data if opening else None) or {}))
    words = Counter(_WORD.findall(to_json(shown)))
    rare = sorted(words, key=lambda word: (words[word], -len(word)))[:_MOST_WORDS]
    made: dict[str, Action] = {}
    for action in templates(context.source, context.pool):
        for slot in slots_of(context.source, action):
            if "string" in slot.kinds and not slot.choices:
                for word in rare:
                    changed = filled(action, slot, word)
                    if len(made) < _MOST_TRIES and context.source.valid(changed):
                        made.setdefault(to_json(changed), changed)
    yield from made.values()


def _texts(data: dict[str, Any]) -> Iterator[str]:
    return (value for key, value in data.items() if isinstance(value, str) and key != "metadata")


def _looks(found: ListedItem) -> Iterator[tuple[str, int]]:
    """For each text of the items, what one of them alone has: another beginning, or end."""
    for key in found.rows[0]:
        texts = [row.get(key) for row in found.rows]
        if key == found.key or not all(isinstance(text, str) and text for text in texts):
            continue
        for name, end in (("begins", 0), ("ends", -1)):
            odd = _odd_one([_kind(str(text)[end]) for text in texts])
            if odd is not None:
                yield f"{key!r} {name} differently", odd


def _kind(letter: str) -> str:
    """A mark for letters, for digits, and for each sign."""
    return "letter" if letter.isalpha() else "digit" if letter.isdigit() else letter


def _odd_one(kinds: list[str]) -> int | None:
    """The index of the one that differs from all others, which are alike."""
    counts = Counter(kinds)
    if len(counts) != 2 or min(counts.values()) != 1:
        return None
    return kinds.index(min(counts, key=lambda kind: counts[kind]))


def _others_earn_less(context: CheckContext, sights: list[_Sight]) -> bool:
    """Whether another item of the list is wrong, so that it matters which one is chosen."""
    return all(
        sight.found.other is not None
        and earns_less_with(context, sight.solution, sight.field, sight.found.other)
        for sight in sights[:_COUNTERED]
    )
