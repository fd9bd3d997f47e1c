"""Answers that are right in part: mixtures of a right action and a wrong one."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action

_MOST_OF_A_FIELD = 4
_SEPARATORS = (r"(\n+)", r"(\s*[,;]\s*)", r"(\s+)")
"""What separates the parts of a text: lines, items, words. The first that divides both is used."""


def mixtures(right: Action, wrong: Action) -> Iterator[Action]:
    """Actions between a right one and a wrong one with the same fields.

    Each takes one field, or a part of it, from the wrong action and all else from the right one.
    """
    for name, value in right.items():
        if name in ("metadata", "type") or wrong.get(name, value) == value:
            continue
        mixed = list(itertools.islice(_between(value, wrong[name]), _MOST_OF_A_FIELD))
        yield from ({**right, name: part} for part in mixed)
        if sum(wrong.get(key, inner) != inner for key, inner in right.items()) > 1:
            yield {**right, name: wrong[name]}


def _between(right: Any, wrong: Any) -> Iterator[Any]:
    """Values with some of the parts in which two values of one type differ."""
    if type(right) is not type(wrong):
        return
    if isinstance(right, str):
        yield from ("".join(parts) for parts in _mixed_lists(*_parts(right, wrong)))
    elif isinstance(right, list):
        yield from _mixed_lists(right, wrong)
    elif isinstance(right, dict):
        differing = [key for key in right if wrong.get(key, right[key]) != right[key]]
        for count in _counts(len(differing)):
            kept = set(differing[:count])
            yield {k: v if k in kept or k not in differing else wrong[k] for k, v in right.items()}


def _parts(right: str, wrong: str) -> tuple[list[str], list[str]]:
    """Both texts, cut by the first separator that divides both; empty if none does."""
    for separator in _SEPARATORS:
        cut = [re.split(separator, text) for text in (right, wrong)]
        if min(map(len, cut)) > 1:
            return cut[0], cut[1]
    return [], []


def _mixed_lists(right: list[Any], wrong: list[Any]) -> Iterator[list[Any]]:
    """The wrong list with some of the changes that make it the right one."""
    changes = _single_changes(right, wrong)
    for count in _counts(sum(new != old for new, old in changes)):
        made: list[Any] = []
        for new, old in changes:
            made += new if new == old or count > 0 else old
            count -= new != old
        yield made


def _single_changes(right: list[Any], wrong: list[Any]) -> list[tuple[list[Any], list[Any]]]:
    """Pieces of both lists in order: equal ones, and replaced items one at a time."""
    olds, news = [repr(item) for item in wrong], [repr(item) for item in right]
    pieces: list[tuple[list[Any], list[Any]]] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, olds, news, False).get_opcodes():
        old, new = wrong[a:b], right[c:d]
        if tag == "replace" and len(old) == len(new):
            pieces += [([one], [other]) for one, other in zip(new, old, strict=True)]
        else:
            pieces.append((new, old))
    return pieces


def _counts(changes: int) -> list[int]:
    """How many of the changes to make: all but one, half, one."""
    return [count for count in dict.fromkeys((changes - 1, changes // 2, 1)) if 0 < count < changes]
