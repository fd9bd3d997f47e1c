"""A command with one word replaced by another of the list in which a message names it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees

_WORD = r"[\w./-]*\w"
_LISTING = re.compile(rf"{_WORD}(?:, {_WORD})*,? (?:and|or) {_WORD}")
"""Words in a row, as in `inbox, archive and tmp`."""
_LONGEST_COMMAND, _LONGEST_WORD = 200, 40
_MOST = 8


def with_sibling_words(action: Action, message: dict[str, Any]) -> list[Action]:
    """Copies of the action in which one word of a text is another of the words listed with it.

    Lists are those of the message's texts, as in `inbox, archive and tmp`, and its own lists of
    short texts. The last words of a text come first: there a command says where something goes.

    Args:
        action: an action, of which texts with at least two words are changed.
        message: what the environment shows.
    """
    lists = list(_lists(message))
    made: dict[str, Action] = {}
    for path, value in leaves(action):
        words = value.split() if isinstance(value, str) and len(value) <= _LONGEST_COMMAND else []
        for place in range(len(words) - 1, 0, -1):
            for other in _siblings(words[place], lists):
                text = " ".join([*words[:place], other, *words[place + 1 :]])
                changed = with_leaf(action, path, text)
                made.setdefault(repr(changed), changed)
    return list(made.values())[:_MOST]


def _siblings(word: str, lists: list[list[str]]) -> Iterator[str]:
    for listed in lists:
        if word in listed:
            yield from (other for other in listed if other != word)


def _lists(message: dict[str, Any]) -> Iterator[list[str]]:
    for _, value in subtrees(message):
        if isinstance(value, str):
            for found in _LISTING.findall(value):
                yield re.split(r",? (?:and|or) |, ", found)
        elif isinstance(value, list):
            yield [v for v in value if isinstance(v, str) and 0 < len(v) <= _LONGEST_WORD]
