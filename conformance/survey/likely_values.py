"""Values that messages suggest for the fields of an action, and what an action has changed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import differences
from hallmark_rl.conformance.core.json_tree import subtrees

_BESIDE = 3
"""So many words after a field's name in a text, or before it, may be values of the field."""
_MOST_PAIRS = 6
"""Pairs of fields that are filled while the others are left as they are."""
_MOST_FILLINGS = 4000
_WORD = re.compile(r"[\w-]+")
_COMMON = frozenset(
    _WORD.findall(
        "the a an of to in is are no not such there that this it on for from by with and or be you"
    )
)
"""Words that are no values of a field."""
_BEFORE_COLON = re.compile(r"(?m)^\W*([\w-]+)\s*:")
_LONGEST_LISTING = 80
"""Characters of a text whose single words may be names; a longer one is prose."""
QUOTED = re.compile(r"(?<!\w)['\"`]([\w-]{1,30})['\"`](?!\w)")
NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w-]{1,30}|\b[A-Z]{1,4}-?\d{1,6}\b")
"""Names within a sentence, and codes such as HM106."""
_COUNTER = re.compile(r"step|turn|count|attempt|tries|left|remaining|budget|time|moves|round", re.I)


def fillings(offered: Mapping[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Values for fields, the likeliest first: in turn for all of them and for two of them."""

    def product(names: Sequence[str]) -> Iterator[dict[str, Any]]:
        most = max(2, int(_MOST_FILLINGS ** (1 / max(1, len(names)))))
        likely = [offered[name][:most] for name in names]
        places = itertools.product(*(range(len(values)) for values in likely))
        for indices in sorted(places, key=sum):
            yield {
                name: values[index]
                for name, values, index in zip(names, likely, indices, strict=True)
            }

    pairs = [product(pair) for pair in itertools.combinations(offered, 2)] if offered else []
    turns = itertools.zip_longest(product(list(offered)), *pairs[:_MOST_PAIRS])
    return (filled for turn in turns for filled in turn if filled is not None)


def changes_something(before: Response, after: Response) -> bool:
    """Whether a message differs from the one before in more than texts, counters and metadata."""
    for item in differences(before.data or {}, after.data or {}):
        if item.path.partition(".")[0] in ("metadata", "reward", "done") or item.volatile:
            continue
        is_inside = "." in item.path or "[" in item.path
        if isinstance(item.right, str) and not is_inside:
            continue
        if not _COUNTER.search(item.path):
            return True
    return False


def words_beside(text: str, name: str) -> Iterable[str]:
    """The words after a field's name in a text, and those before it."""
    words = _WORD.findall(text)
    places = [place for place, word in enumerate(words) if stem(word) == stem(name)]
    for place in places:
        near = words[place + 1 : place + 1 + _BESIDE]
        near += reversed(words[max(0, place - _BESIDE) : place])
        yield from (word for word in near if word.lower() not in _COMMON)


def names_in(text: str) -> list[str]:
    """Words of a short text that may be names, those that begin its lines' entries first.

    "mail: taxes, orders" shows three names, of which ``mail`` is the one that it is about.
    """
    if len(text) > _LONGEST_LISTING:
        return []
    about = _BEFORE_COLON.findall(text)
    words = [word for word in [*about, *_WORD.findall(text)] if word.lower() not in _COMMON]
    return list(dict.fromkeys(words))


def listed_pairs(shown: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys of objects that hold lists of texts, each with the texts of its list."""
    for _, part in subtrees(shown):
        if isinstance(part, dict) and part is not shown:
            for key, items in part.items():
                if isinstance(items, list):
                    yield from ((str(key), item) for item in items if isinstance(item, str))


def stem(name: str) -> str:
    """A name without its plural and without `_id`, in lower case."""
    return name.casefold().removesuffix("_id").removesuffix("_name").removesuffix("s")
