"""Answers that give each of several items a label, in the forms that actions have for them.

Forms: lines of a text `label: item, item` or `item: label`; a list of objects with an item and a
label; one list for each label; one step for each item.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.survey.survey_data import Rollout

Pair = tuple[Any, Any]
"""An item, and a label that the answer gives it."""
_LINE = re.compile(r"\s*([^:=\n]{1,40}?)\s*[:=]\s*(.*?)\s*")
_PART = re.compile(r"\s*[,;]\s*")
_NONE = re.compile(r"none|nothing|nil|-*", re.I)
_MOST_LABELS = 12


@dataclass(frozen=True)
class Labelling:
    """How a solution labels items.

    Attributes:
        form: what the form is called in a report.
        pairs: each item with its label, in the order of the answer.
        labels: all labels that solutions use, in the order of the answer if it has one.
        with_pairs: the solution's actions with other pairs in place of its own.
        in_steps: whether each pair is a step of its own.
    """

    form: str
    pairs: tuple[Pair, ...]
    labels: tuple[Any, ...]
    with_pairs: Callable[[Sequence[Pair]], list[Action]]
    in_steps: bool = False


def labellings(solution: Rollout, others: Sequence[Rollout]) -> Iterator[Labelling]:
    """The ways in which a solution can be read as a labelling; `others` show the labels in use."""
    for field in solution.actions[-1]:
        yield from _in_text(solution, others, field)
        yield from _in_entries(solution, others, field)
    yield from _in_lists(solution)
    yield from _in_steps(solution, others)


def _lines(rollout: Rollout, field: str) -> list[tuple[str, list[str]]]:
    """Head and parts of each line of a text; empty if a line has another form."""
    text = rollout.actions[-1].get(field) if rollout.actions else None
    found = [_LINE.fullmatch(line) for line in text.split("\n")] if isinstance(text, str) else []
    if len(found) < 2 or not all(found):
        return []
    return [
        (match[1], [part for part in _PART.split(match[2]) if not _NONE.fullmatch(part)])
        for match in found
        if match
    ]


def _in_text(solution: Rollout, others: Sequence[Rollout], field: str) -> Iterator[Labelling]:
    lines = _lines(solution, field)
    if not lines:
        return
    *before, last = solution.actions
    all_lines = [found for rollout in others if (found := _lines(rollout, field))]
    heads = [head for head, _ in lines]

    def grouped(pairs: Sequence[Pair]) -> list[Action]:
        rows = [(head, [item for item, label in pairs if label == head]) for head in heads]
        text = "\n".join(f"{head}: {', '.join(items) or 'none'}" for head, items in rows)
        return [*before, {**last, field: text}]

    def listed(pairs: Sequence[Pair]) -> list[Action]:
        items = dict.fromkeys(item for item, _ in pairs)
        text = "\n".join(
            f"{item}: {', '.join(label for other, label in pairs if other == item)}"
            for item in items
        )
        return [*before, {**last, field: text}]

    def repeated(pairs: Sequence[Pair]) -> list[Action]:
        return [*before, {**last, field: "\n".join(f"{item}: {label}" for item, label in pairs)}]

    if all([head for head, _ in found] == heads for found in all_lines):
        pairs = tuple((item, head) for head, items in lines for item in items)
        yield Labelling(f"lists in lines of {field!r}", pairs, tuple(heads), grouped)
    pairs = tuple((head, label) for head, labels in lines for label in labels)
    labels = dict.fromkeys(part for found in all_lines for _, parts in found for part in parts)
    if 1 < len(labels) <= _MOST_LABELS:
        yield Labelling(f"lines of {field!r}", pairs, tuple(labels), listed)
        yield Labelling(f"further lines of {field!r}", pairs, tuple(labels), repeated)


def _in_entries(solution: Rollout, others: Sequence[Rollout], field: str) -> Iterator[Labelling]:
    *before, last = solution.actions
    entries = _entries(solution, field)
    keys = [*entries[0]] if entries else []
    if len(entries) < 2 or len(keys) < 2:
        return
    for item, label in itertools.permutations(keys, 2):
        labels = dict.fromkeys(
            entry.get(label) for rollout in others for entry in _entries(rollout, field)
        )
        names = [entry.get(item) for entry in entries]
        if not 1 < len(labels) <= _MOST_LABELS or len({*map(repr, names)}) < len(names):
            continue
        by_name = {repr(entry.get(item)): entry for entry in entries}

        def with_pairs(
            pairs: Sequence[Pair],
            label: str = label,
            by_name: dict[str, dict[str, Any]] = by_name,
        ) -> list[Action]:
            made = [{**by_name[repr(name)], label: value} for name, value in pairs]
            return [*before, {**last, field: made}]

        pairs = tuple((entry.get(item), entry.get(label)) for entry in entries)
        yield Labelling(f"{field}.{label}", pairs, tuple(labels), with_pairs)


def _entries(rollout: Rollout, field: str) -> list[dict[str, Any]]:
    """The objects of a list in the last action; empty unless they all have scalars only."""
    value = rollout.actions[-1].get(field) if rollout.actions else None
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        return []
    scalars = all(isinstance(part, str | int) for entry in value for part in entry.values())
    return value if scalars else []


def _in_lists(solution: Rollout) -> Iterator[Labelling]:
    *before, last = solution.actions
    tables: list[tuple[str, dict[str, Any]]] = [("", last)]
    tables += [(field, value) for field, value in last.items() if isinstance(value, dict)]
    for field, table in tables:
        groups = {
            name: items
            for name, items in table.items()
            if isinstance(items, list) and all(isinstance(item, str | int) for item in items)
        }
        pairs = tuple((item, name) for name, items in groups.items() for item in items)
        if len(groups) < 2 or len({repr(item) for item, _ in pairs}) < len(pairs):
            continue

        def with_pairs(
            pairs: Sequence[Pair],
            field: str = field,
            table: dict[str, Any] = table,
            groups: dict[str, list[Any]] = groups,
        ) -> list[Action]:
            lists = {name: [item for item, label in pairs if label == name] for name in groups}
            changed = {**table, **lists}
            return [*before, {**last, field: changed} if field else changed]

        yield Labelling(field or "lists of the action", pairs, tuple(groups), with_pairs)


def _in_steps(solution: Rollout, others: Sequence[Rollout]) -> Iterator[Labelling]:
    """Steps with an item and a label, in two fields or in a text of two words."""
    for read, write, form in _step_forms(solution.actions):
        found = [(place, pair) for place, a in enumerate(solution.actions) if (pair := read(a))]
        places = [place for place, _ in found]
        labels = dict.fromkeys(
            pair[1] for rollout in others for action in rollout.actions if (pair := read(action))
        )
        names = [pair[0] for _, pair in found]
        is_run = len(places) > 1 and places == [*range(places[0], places[-1] + 1)]
        if not is_run or not 1 < len(labels) <= _MOST_LABELS or len({*names}) < len(names):
            continue
        sample, first, after = solution.actions[places[0]], places[0], places[-1] + 1

        def with_pairs(
            pairs: Sequence[Pair],
            write: Callable[[Action, Pair], Action] = write,
            sample: Action = sample,
            first: int = first,
            after: int = after,
        ) -> list[Action]:
            steps = [write(sample, pair) for pair in pairs]
            return [*solution.actions[:first], *steps, *solution.actions[after:]]

        pairs = tuple(pair for _, pair in found)
        yield Labelling(form, pairs, tuple(labels), with_pairs, in_steps=True)


_Read = Callable[[Action], Pair | None]


def _step_forms(
    actions: Sequence[Action],
) -> Iterator[tuple[_Read, Callable[[Action, Pair], Action], str]]:
    """Ways to read a pair from an action and to write one into it."""
    fields = [f for f in actions[0] if isinstance(actions[0][f], str | int) and f != "metadata"]
    for field in fields:
        for item_first in (True, False):

            def words(
                action: Action, field: str = field, item_first: bool = item_first
            ) -> Pair | None:
                parts = str(action.get(field)).split()
                if len(parts) != 2:
                    return None
                return (parts[0], parts[1]) if item_first else (parts[1], parts[0])

            def worded(
                action: Action, pair: Pair, field: str = field, item_first: bool = item_first
            ) -> Action:
                item, label = pair
                return {**action, field: f"{item} {label}" if item_first else f"{label} {item}"}

            yield words, worded, f"steps with {field!r}"
    for item, label in itertools.permutations(fields, 2):

        def parts(action: Action, item: str = item, label: str = label) -> Pair | None:
            pair = action.get(item), action.get(label)
            kind = {k: v for k, v in action.items() if k not in (item, label)}
            same = kind == {k: v for k, v in actions[0].items() if k not in (item, label)}
            return pair if same and None not in pair else None

        def parted(action: Action, pair: Pair, item: str = item, label: str = label) -> Action:
            return {**action, item: pair[0], label: pair[1]}

        yield parts, parted, f"steps with {label!r}"
