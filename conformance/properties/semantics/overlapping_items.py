"""Semantics: items that overlap do not share a place, whichever way they overlap.

A test of two intervals that looks whether an end of one lies in the other misses the interval that
begins before and ends after the other.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message, task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST_SOLUTIONS = 40, 4
_MOST_MOVES = 60
"""Moves of an item that are tried on one seed."""
_FEWEST_ITEMS = 3
_FEWEST = 2
"""Seeds on which moves of a kind are paid."""
_LASTS = re.compile(r"dur|minute|hour|length|takes|time|day|slot|size|width|nights", re.I)
"""Names of fields that tell how long an item lasts."""
_MOST_STARTS = 2
"""Starts of an item beside another one that are tried of each kind."""
_CHANCE = 0.001
"""The chance that no move of another kind is paid, if kinds were paid equally often and moves were
independent. Moves on one seed are not, so it is no error rate. The finding is that a pair is paid
which a text forbids; this guards against a text that means another thing."""
_PAID = 0.9
_ONE_AT_A_TIME = re.compile(
    r"\bno two\b|\boverlap|\bone (?:\w+ )?at a time\b|\bat the same time\b|\bat once\b"
    r"|\bdouble[- ]?book|\b(?:may|can|must)(?:not| not|n't) share\b|\bnever share",
    re.I,
)


class _Item(NamedTuple):
    """An item of the message: its name, where it begins and ends, and where it is."""

    name: str
    begin: float
    end: float
    place: Any

    @property
    def told(self) -> str:
        """The item and its bounds, as a text."""
        return f"{self.name} ({self.begin:g} to {self.end:g})"

    def kind(self, other: _Item) -> str:
        """How it overlaps with another one; empty if it does not."""
        if not (self.begin < other.end and other.begin < self.end):
            return ""
        if self.begin < other.begin and other.end < self.end:
            return "begins earlier and ends later"
        if other.begin < self.begin and self.end < other.end:
            return "begins later and ends earlier"
        if self.begin == other.begin or self.end == other.end:
            return "begins or ends with the other"
        return "begins earlier" if self.begin < other.begin else "begins later"


@check("semantic.overlapping_items")
def overlapping_items(context: CheckContext) -> None:
    """Move an item of a solution to the place of one that it overlaps with, in each way."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    said = next(filter(_ONE_AT_A_TIME.search, task_sentences(context)), "")
    if not said:
        raise NotApplicable("no text says that items may not share a place")
    solutions = [s for s in [*context.solutions, *more_solutions(context, _FRESH)] if s.done]
    paid: dict[str, list[tuple[Rollout, str]]] = {}
    refused: Counter[str] = Counter()
    for solution in context.until_budget(solutions, least=_FEWEST_SOLUTIONS):
        gain = solution.total - context.floor
        moves = itertools.chain(_moves(context, solution), _new_starts(context, solution))
        for number, (kind, what, action) in enumerate(moves):
            if number >= _MOST_MOVES:
                break
            rollout = play(context, [*solution.actions[:-1], action], solution.seed)
            if gain > 0 and rollout.total >= context.floor + _PAID * gain:
                paid.setdefault(kind, []).append((rollout, what))
            else:
                refused[kind] += 1
    for kind, found in paid.items():
        share = len(found) / (len(found) + refused[kind])
        never = [
            (count, other)
            for other, count in refused.items()
            if other not in paid and (1 - share) ** count < _CHANCE
        ]
        if len({rollout.seed for rollout, _ in found}) >= _FEWEST and never:
            rollout, what = found[0]
            count, other = max(never)
            raise PropertyViolated(
                f"{what} share a place and are paid, where one {kind} ({len(found)} of "
                f"{len(found) + refused[kind]}); where one {other}, never (0 of {count}), and a "
                f"text says {said[:160]!r}",
                rollout.episode("items that overlap"),
            )
    if not paid and not refused:
        raise NotApplicable("no solution gives items with a begin and an end a place each")


def _moves(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, str, Action]]:
    """How two items overlap, what they are, and the last action with one at the other's place.

    There it overlaps with no third one, which might be why the action is refused.
    """
    last = solution.actions[-1]
    message = first_message(context, solution)
    for field, value in last.items():
        places = _places(value)
        items = [*_items(message, places, field)] if len(places) > 1 else []
        for one, other in itertools.permutations(items, 2):
            met = [item for item in items if item.place == other.place and one.kind(item)]
            if met != [other] or one.name not in places or one.place == other.place:
                continue
            if type(one.place) is type(other.place):
                action = {**last, field: _moved(value, one.name, other.place)}
                if context.source.valid(action):
                    yield one.kind(other), f"{one.told} and {other.told}", action


def _new_starts(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, str, Action]]:
    """The same for answers that say when items of a known duration begin, one after another."""
    last = solution.actions[-1]
    message = first_message(context, solution)
    for field, value in last.items():
        starts = {name: at for name, at in _places(value).items() if isinstance(at, int)}
        for lasts in _durations(message, set(starts)):
            items = [
                _Item(name, at, at + lasts[name], 0) for name, at in starts.items() if name in lasts
            ]
            pairs = [*itertools.permutations(items, 2)]
            if len(items) < _FEWEST_ITEMS or any(one.kind(other) for one, other in pairs):
                continue
            for one, other in pairs:
                tried: Counter[str] = Counter()
                for start in range(int(other.begin - lasts[one.name]) + 1, int(other.end)):
                    moved = _Item(one.name, start, start + lasts[one.name], 0)
                    rest = [item for item in items if item not in (one, other)]
                    kind = moved.kind(other)
                    if start < 0 or any(map(moved.kind, rest)) or tried[kind] == _MOST_STARTS:
                        continue
                    tried[kind] += 1
                    action = {**last, field: _moved(value, one.name, start)}
                    if context.source.valid(action):
                        yield kind, f"{moved.told} and {other.told}", action


def _durations(message: Mapping[str, Any], names: set[str]) -> Iterator[dict[str, float]]:
    """How long each of the named items lasts, by each field of a list that may tell it."""
    for listed in _tables(message):
        for key in filter(_LASTS.search, listed[0]):
            yield {
                name: float(item[key])
                for item in listed
                for name in item.values()
                if isinstance(name, str) and name in names
                if type(item.get(key)) in (int, float) and item[key] > 0
            }


def _items(message: Mapping[str, Any], places: Mapping[str, Any], field: str) -> Iterator[_Item]:
    """The items of all lists of a message that have a begin and an end, and a place.

    An item that the agent gives no place has it in a field that is called like the agent's.
    """
    for listed in _tables(message):
        bounds = _bounds(listed)
        if bounds is None:
            continue
        for item in listed:
            names = [value for value in item.values() if isinstance(value, str)]
            name = next((n for n in names if n in places), names[0] if names else "")
            own = next((item[key] for key in item if key in (field, field.removesuffix("s"))), None)
            place = places.get(name, own)
            if name and place is not None:
                yield _Item(name, float(item[bounds[0]]), float(item[bounds[1]]), place)


def _tables(message: Mapping[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The lists of a message that hold objects alone."""
    for value in message.values():
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            yield value


def _bounds(items: list[dict[str, Any]]) -> tuple[str, str] | None:
    """The two fields of which the first is always a smaller number than the second."""
    numbers = [
        key for key in items[0] if all(type(item.get(key)) in (int, float) for item in items)
    ]
    for first, second in itertools.pairwise(numbers):
        if all(item[first] < item[second] for item in items):
            return first, second
    return None


def _places(value: Any) -> dict[str, Any]:
    """The places that an answer gives to names: a mapping, or a list of a name and a place each."""
    if isinstance(value, dict):
        return {str(key): place for key, place in value.items() if isinstance(place, int | str)}
    found: dict[str, Any] = {}
    for item in value if isinstance(value, list) else ():
        parts = _parts(item) if isinstance(item, dict | list) else []
        if len(parts) != 2 or not isinstance(parts[0], str):
            return {}
        found[parts[0]] = parts[1]
    return found


def _moved(value: Any, name: str, place: Any) -> Any:
    """An answer that gives a name another place."""
    if isinstance(value, dict):
        return {**value, name: place}
    return [_with_place(item, place) if name in _parts(item) else item for item in value]


def _parts(item: Any) -> list[Any]:
    """The name and the place of an item of an answer."""
    return [*item.values()] if isinstance(item, dict) else [*item]


def _with_place(item: Any, place: Any) -> Any:
    name, _ = _parts(item)
    return dict(zip(item, (name, place), strict=True)) if isinstance(item, dict) else [name, place]
