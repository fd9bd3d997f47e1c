"""Actions that choose by a label: a letter, a number or a text that stands for an option.

Such labels are arbitrary: the right one is drawn in each task. A policy that names labels without
reading the options therefore earns the same under every renaming of the labels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hallmark_rl.conformance.checking.probes.answer_patterns import is_choice, option_lists
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json

_LABEL = re.compile(r"[A-Za-z]|\d{1,3}|[A-Za-z]+[ _-]?(\d{1,3}|[A-H])")
_NAMES_OF_EQUALS = re.compile(
    r"(^|_)(arm|machine|lever|handle|bandit|door|box|urn|cup|envelope|chest|drawer|curtain|shell|crate"
    r"|bag|jar|ad|advert|banner)"
    r"(_|$|id|index|number)"
)
"""Fields that number things which look alike, so that their numbers mean nothing.

Numbers of other things, such as hours, pits of a board or seats, may have an order that counts.
"""
_MOST_LABELS = 64
_MAPPING = " (options)"
"""Ends the path of a dict whose keys are labels; the word makes `is_choice` see it as options."""


@dataclass(frozen=True)
class Option:
    """What can be chosen.

    Attributes:
        label: the value of the action's field.
        shown: what the message says of it; None if there are only labels.
        place: where the message lists it, if that is not the order of the labels.
    """

    label: Any
    shown: Any = None
    place: int | None = None


@dataclass(frozen=True)
class ChoiceField:
    """The one field of the action, which chooses among options.

    Attributes:
        name: name of the field.
        labels: its possible values in order; empty if it takes the text of an option.
        path: where a message lists the options; empty if there are only labels.
        listed_alike: whether the labels are those of rows that look alike in every first message.
        rows_at: where such rows are listed, and the name of their label; empty if nowhere.
    """

    name: str
    labels: tuple[Any, ...]
    path: str
    listed_alike: bool = False
    rows_at: tuple[str, str] = ("", "")

    def options(self, message: Mapping[str, Any]) -> list[Option]:
        """The options that can be chosen now, in the order of their labels."""
        if not self.path:
            return [Option(label) for label in self.labels]
        shown = _lists(message, self.labels).get(self.path, [])
        if not self.labels:
            return [Option(item, item) for item in shown if isinstance(item, str)]
        options = [Option(*pair) for pair in zip(self.labels, shown, strict=False)]
        mapping = message.get(self.path.removesuffix(_MAPPING))
        if isinstance(mapping, dict):
            order = list(mapping)
            options = [replace(item, place=order.index(str(item.label))) for item in options]
        return options

    def rows(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """What the message lists for each label beside it, by the label's text."""
        path, key = self.rows_at
        listed = dict(subtrees(dict(message))).get(path) if path else None
        rows = listed if isinstance(listed, list) else []
        return {str(row.get(key)): row for row in rows if isinstance(row, dict)}

    def action(self, label: Any) -> Action:
        """The action that chooses a label."""
        return {self.name: label}


def choice_fields(schema: Mapping[str, Any], openings: list[dict[str, Any]]) -> list[ChoiceField]:
    """The ways in which the action may choose among options; none if it says more than a choice.

    Args:
        schema: JSON schema of the action.
        openings: first messages of many seeds, without metadata, reward and done.
    """
    properties = schema.get("properties", {})
    names = [name for name in properties if name not in ("metadata", "type")]
    if len(names) != 1 or not openings:
        return []
    name = names[0]
    field = _resolved(properties[name], schema)
    labels = _labels(field)
    if _NAMES_OF_EQUALS.search(name):
        alike, rows_at = _labels_of_rows(field, openings)
        if labels:
            return [ChoiceField(name, labels, "", rows_at=rows_at)]
        if alike:
            return [ChoiceField(name, alike, "", listed_alike=True, rows_at=rows_at)]
    if not labels and field.get("type") != "string":
        return []
    found = []
    for path in _lists(openings[0], labels):
        lists = [_lists(opening, labels).get(path) for opening in openings]
        known = [items for items in lists if items]
        if len(known) == len(openings) and is_choice(path, known):
            found.append(ChoiceField(name, labels, path))
    return found


def _resolved(field: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = field.get("$ref") or next(
        (part.get("$ref") for part in field.get("allOf", ()) if isinstance(part, dict)), None
    )
    if isinstance(reference, str):
        target = schema.get("$defs", {}).get(reference.rsplit("/", 1)[-1], {})
        return {**target, **field}
    return field


def _labels(field: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values of an enumeration of labels or of a bounded whole number."""
    values = field.get("enum")
    if isinstance(values, list):
        texts = [value for value in values if isinstance(value, str) and _LABEL.fullmatch(value)]
        return tuple(texts) if len(texts) == len(values) >= 2 else ()
    if field.get("type") != "integer":
        return ()
    low = field.get("minimum", field.get("exclusiveMinimum", -2) + 1)
    high = field.get("maximum", field.get("exclusiveMaximum", -1) - 1)
    count = int(high) - int(low) + 1
    return tuple(range(int(low), int(high) + 1)) if 2 < count <= _MOST_LABELS else ()


def _labels_of_rows(
    field: Mapping[str, Any], openings: list[dict[str, Any]]
) -> tuple[tuple[Any, ...], tuple[str, str]]:
    """The labels of a list of objects that differ in nothing but the label, and its `rows_at`.

    The list must be the same in all first messages, so that nothing in it tells the tasks apart.
    Empty if there is none.
    """
    for path, rows in subtrees(openings[0]):
        if not isinstance(rows, list) or not 2 < len(rows) <= _MOST_LABELS:
            continue
        if not all(isinstance(row, dict) and len(row) > 1 for row in rows):
            continue
        for key in rows[0]:
            labels = [row.get(key) for row in rows]
            rest = {to_json({k: v for k, v in row.items() if k != key}) for row in rows}
            if len(rest) > 1 or not _are_labels(labels, field):
                continue
            if all(dict(subtrees(opening)).get(path) == rows for opening in openings):
                return tuple(labels), (path, key)
    return (), ("", "")


def _are_labels(values: list[Any], field: Mapping[str, Any]) -> bool:
    """Whether the field takes these values, which are all different numbers or short labels."""
    if field.get("type") == "integer":
        fits = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    else:
        texts = field.get("type") == "string"
        fits = texts and all(isinstance(v, str) and _LABEL.fullmatch(v) for v in values)
    return fits and len(set(values)) == len(values)


def _lists(message: Mapping[str, Any], labels: tuple[Any, ...]) -> dict[str, list[Any]]:
    """The lists of options, and the dicts whose keys are labels, by their paths."""
    nodes = dict(subtrees(dict(message)))
    lists = {
        path: items
        for path, items in option_lists(dict(message)).items()
        if not isinstance(nodes.get(path.removesuffix(" (lines)")), dict)  # they follow below
    }
    names = [str(label) for label in labels]
    for key, value in message.items():
        if isinstance(value, dict) and len(value) >= 2 and set(value) == set(names[: len(value)]):
            lists[f"{key}{_MAPPING}"] = [value[name] for name in names[: len(value)]]
    return lists
