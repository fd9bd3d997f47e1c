"""Pairs of answers of which each holds other parts of a right one, and nothing else of it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.probes.nested_values import containers_in
from hallmark_rl.conformance.core.episode_data import Action

_LONGEST_TEXT = 2000
_SEPARATORS = ("\n", ";", ",")


@dataclass(frozen=True)
class Halves:
    """Two answers that share no part of the right one.

    Attributes:
        what: what was divided and how; the same for the answers of all seeds.
        both: the two answers.
        wrong: the right answer with what another one has in the place of all its parts.
    """

    what: str
    both: tuple[Action, Action]
    wrong: Action


def halves(right: Action, others: Iterable[Action]) -> Iterator[Halves]:
    """Divide each object, list and listing text of a right answer into two.

    Args:
        right: the right answer.
        others: right answers of other tasks. What all have alike, such as the name of a tool, stays
            in both halves, and so does what no object of theirs has.
    """
    others = [other for other in others if other != right]
    places = list(_divisible(right))
    beside: dict[str, list[Any]] = {}
    for other in others:
        for name, value, _ in _divisible(other):
            beside.setdefault(name, []).append(value)
    for name, value, replace in places:
        different = [each for each in beside.get(name, []) if _differs(each, value)]
        if different:
            for how, first, last in _divided(value, different):
                yield Halves(
                    f"{how} of {name!r}", (replace(first), replace(last)), replace(different[0])
                )


def text_items(text: str) -> tuple[list[str], str]:
    """The lines of a text, or what `;` or `,` separates, or its words; and what joins them."""
    separator = next((mark for mark in _SEPARATORS if mark in text), "")
    items = [item.strip() for item in text.split(separator or None) if item.strip()]
    return items, f"{separator} " if separator in (";", ",") else separator or " "


def _divisible(action: Action) -> Iterator[tuple[str, Any, Callable[[Any], Action]]]:
    yield from containers_in(action)
    for path, value in leaves(action):
        if isinstance(value, str) and len(value) <= _LONGEST_TEXT and value.strip()[:1] not in "[{":
            yield ".".join(map(str, path)), value, functools.partial(with_leaf, action, path)


def _differs(other: Any, value: Any) -> bool:
    return type(other) is type(value) and other != value


def _divided(value: Any, others: list[Any]) -> Iterator[tuple[str, Any, Any]]:
    """How a value is divided, and the two parts: the two halves, and the first and last alone."""
    if isinstance(value, dict):
        # an entry of 0 or of nothing is often the same as none
        own = [key for key, inner in value.items() if inner and _varies(key, inner, others)]
        for how, first, last in _cuts(own, "field"):
            yield how, _without(value, own, first), _without(value, own, last)
    elif isinstance(value, list):
        if value and value[0] != value[-1]:
            yield from _cuts(value, "item")
    else:
        items, joined = text_items(value)
        if joined != " " and items and items[0].casefold() != items[-1].casefold():
            for how, first, last in _cuts(items, "item"):
                yield how, joined.join(first), joined.join(last)


def _varies(key: str, value: Any, others: list[dict[str, Any]]) -> bool:
    if key in ("metadata", "type"):
        return False
    return any(key in other and other[key] != value for other in others)


def _without(value: dict[str, Any], own: list[str], kept: list[str]) -> dict[str, Any]:
    return {key: inner for key, inner in value.items() if key in kept or key not in own}


def _cuts(parts: list[Any], name: str) -> Iterator[tuple[str, list[Any], list[Any]]]:
    if len(parts) > 1:
        yield f"one {name}", parts[:1], parts[-1:]
    if len(parts) > 2:
        half = len(parts) // 2
        yield f"half the {name}s", parts[:half], parts[half:]
