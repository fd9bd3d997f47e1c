"""Sizes of texts, and how well the words of texts tell which of several kinds they are of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from hallmark_rl.conformance.actions.written_texts import sentences
from hallmark_rl.conformance.core.json_tree import subtrees

_FEWEST_WORDS = 8
_WORD = re.compile(r"[^\W\d_]{2,}")
_OFTEN = 0.34
"""Share of the texts of a kind in which a word must be to be a mark of this kind."""
_PURE = 0.97
"""Share of the texts with the word that must be of this kind."""


def text_sizes(shown: dict[str, Any]) -> dict[str, int]:
    """The sizes of each text of a message, by what they measure; texts of few words aside."""
    found: dict[str, int] = {}
    for path, value in subtrees(shown):
        if (
            isinstance(value, str)
            and "[" not in path
            and len(_WORD.findall(value)) >= _FEWEST_WORDS
        ):
            found[f"the number of sentences of {path}"] = len(list(sentences(value)))
            found[f"the number of lines of {path}"] = value.count("\n")
            found[f"the number of words of {path}"] = len(value.split())
            found[f"the number of characters of {path}"] = len(value)
    return found


def shown_words(shown: dict[str, Any]) -> frozenset[str]:
    """The words of all texts of a message."""
    texts = (value for _, value in subtrees(shown) if isinstance(value, str))
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text))


def share_told_by_words(words: Sequence[frozenset[str]], kinds: Sequence[str], split: int) -> float:
    """Share of the texts from `split` on whose kind frequent words tell, learned before it."""
    counts: dict[str, Counter[str]] = {}
    sizes = Counter(kinds[:split])
    for each, kind in zip(words[:split], kinds[:split], strict=True):
        for word in each:
            counts.setdefault(word, Counter())[kind] += 1
    marks = {}
    for word, by_kind in counts.items():
        kind, count = by_kind.most_common(1)[0]
        if count >= max(_OFTEN * sizes[kind], _PURE * by_kind.total()):
            marks[word] = kind
    marked = [Counter(marks[word] for word in each if word in marks) for each in words]
    pairs = list(zip(marked, kinds, strict=True))
    rest = Counter(kind for found, kind in pairs[:split] if not found)
    usual = (rest or sizes).most_common(1)[0][0]
    told = [found.most_common(1)[0][0] if found else usual for found in marked[split:]]
    hits = sum(one == other for one, other in zip(told, kinds[split:], strict=True))
    return hits / max(1, len(told))
