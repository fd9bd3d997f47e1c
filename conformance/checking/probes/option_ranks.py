"""Rules that choose among numbers by their rank: the least, the middle one, the second greatest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Guess,
    Question,
    without_listed_options,
)
from hallmark_rl.conformance.checking.probes.several_questions import without_numbers
from hallmark_rl.conformance.core.json_tree import subtrees

_NUMBER = re.compile(r"[$€£]?\s*(-?\d[\d,]*(?:\.\d+)?)\s*[a-zA-Z%°€£]{0,8}")
_ASKS_FOR_AN_END = re.compile(
    r"\b(most|least|more|less|best|worst|top|first|last|max\w*|min\w*|\w{2,}est)\b", re.I
)
_ASKS_FOR_A_RANK = re.compile(
    r"\b(median|middle|mid|cent\w+|second|third|fourth|rank\w*|sort\w*|order\w*|\w+cending)\b", re.I
)
"""Words of a task that may ask for the rank itself: then its rule is no shortcut."""
_FEWEST_OPTIONS = 3
_FEWEST_BESIDE, _FEWEST_BESIDE_ENDS = 1, 4
"""Numbers beside the options: more for the least and the greatest, which are asked for often."""


def rank_rules() -> Iterator[tuple[str, Guess]]:
    """Rules that choose one of three or more different numbers by its rank.

    They choose nothing where the rank may be what is asked for: where the message has words for it,
    few numbers beside the options, or all of the options elsewhere as well.
    """
    yield "the middle number", _ranked(None)
    for rank, name in enumerate(("", "second ", "third ")):
        yield f"the {name}least number", _ranked(rank)
        yield f"the {name}greatest number", _ranked(-1 - rank)


def middle_pair(question: Question, path: str) -> frozenset[int]:
    """The places of the two middle ones of four or more numbers; empty as for `rank_rules`."""
    numbers = [_number(item) for item in question.options[path]]
    known = sorted({number for number in numbers if number is not None})
    half, odd = divmod(len(numbers), 2)
    if len(known) < len(numbers) or odd or half < 2:
        return frozenset()
    if not _is_computed(question, path, set(known), is_end=False):
        return frozenset()
    return frozenset({numbers.index(known[half - 1]), numbers.index(known[half])})


def _ranked(rank: int | None) -> Guess:
    """The rule for a rank, counted from the least, or the greatest if below 0; None: the middle."""

    def guess(question: Question, path: str) -> int | None:
        numbers = [_number(item) for item in question.options[path]]
        known = sorted({number for number in numbers if number is not None})
        count = len(numbers)
        if len(known) < max(count, _FEWEST_OPTIONS):
            return None
        place = count // 2 if rank is None else rank
        if not -count <= place < count or (rank is None and count % 2 == 0):
            return None
        is_end = known[place] in (known[0], known[-1])
        if not _is_computed(question, path, set(known), is_end=is_end):
            return None
        return numbers.index(known[place])

    return guess


def _is_computed(question: Question, path: str, options: set[float], *, is_end: bool) -> bool:
    """Whether a question shows numbers to compute with, and has no words for a rank."""
    texts, beside = [], set[float]()
    listed = without_numbers(path.removesuffix(" (lines)"))
    for name, value in subtrees(question.shown):
        if isinstance(value, str):
            texts.append(without_listed_options(value))
        elif (
            not without_numbers(name).startswith(listed) and (number := _number(value)) is not None
        ):
            beside.add(number)
    beside |= {float(digits) for text in texts for digits in re.findall(r"\d+(?:\.\d+)?", text)}
    fewest = _FEWEST_BESIDE_ENDS if is_end else _FEWEST_BESIDE
    if len(beside) < fewest or options <= beside:
        return False
    return not asks_for_rank(texts, is_end=is_end)


def asks_for_rank(texts: Iterable[str], *, is_end: bool) -> bool:
    """Whether texts have words for the least or the greatest, or for a rank between them."""
    asks = _ASKS_FOR_AN_END if is_end else _ASKS_FOR_A_RANK
    return any(asks.search(text) for text in texts)


def _number(item: Any) -> float | None:
    """An option as a number, if it is one or a text of one with its unit."""
    if isinstance(item, int | float) and not isinstance(item, bool):
        return float(item)
    found = _NUMBER.fullmatch(item.strip()) if isinstance(item, str) else None
    return float(found[1].replace(",", "")) if found else None
