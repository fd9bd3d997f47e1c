"""Rules that find the answer in the first message without understanding it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.core.json_tree import subtrees

_LABEL = re.compile(r"(^|[._])(u?id|ref|reference|serial|hash|checksum|token|seed)$", re.I)

Pick = Callable[[list[Any]], Any]
"""The chosen item's place in a list, or None where the rule does not choose."""


def answer_paths(message: Any, answer: Any) -> set[str]:
    """Where in a message the answer stands as such."""
    return {path for path, value in subtrees(message) if path and _equal(value, answer)}


def answer_words(message: Any, answer: Any) -> set[str]:
    """Which word of which text is the answer, counted from the start and from the end."""
    found = set()
    for path, value in subtrees(message):
        words = re.findall(r"[\w'-]+(?:\.\w+)*", value) if isinstance(value, str) else []
        if len(words) < 3:
            continue
        for place, word in enumerate(words):
            if _equal(word, answer) or word == str(answer):
                found |= {f"word {place + 1} of {path}", f"word {place - len(words)} of {path}"}
    return found


def id_numbers(message: Any) -> dict[str, int]:
    """The numbers in what is called an id, a reference or the like, by their paths."""
    found = {}
    for path, value in subtrees(message):
        digits = re.fullmatch(r"\D*(\d{1,15})", str(value))
        if digits and _LABEL.search(path) and isinstance(value, int | str) and value is not True:
            found[path] = int(digits[1])
    return found


def is_linear(pairs: list[tuple[int, int]]) -> bool:
    """Whether the second numbers are a straight line of the first ones, and not the same."""
    (x, y), *others = pairs
    (far, high) = max(others, key=lambda pair: abs(pair[0] - x))
    if far == x or all(one == other for one, other in pairs):
        return False
    return all((b - y) * (far - x) == (high - y) * (a - x) for a, b in others)


def picking_rules(message: Any, answer: Any) -> dict[str, int]:
    """Which rules pick the answer from a list by its place or its look; of how many items."""
    found = {}
    for path, value in subtrees(message):
        if not isinstance(value, list) or len(value) < 2:
            continue
        for name, pick in PICKS.items():
            place = pick(value)
            if place is None:
                continue
            item = value[place]
            inside = item.values() if isinstance(item, dict) else [item]
            if isinstance(answer, int) and not isinstance(answer, bool):
                hit = name in _LOOKS and answer == place
            else:
                hit = any(_equal(one, answer) for one in inside)
            if hit:
                found[f"{name} of {path}"] = len(value)
    return found


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, bool) != isinstance(other, bool):
        return False
    if isinstance(one, str) and isinstance(other, str):
        return one.strip().lower() == other.strip().lower() != ""
    return bool(one == other) and one not in (None, [], {})


def _text(item: Any) -> str:
    if isinstance(item, dict):
        return max((v for v in item.values() if isinstance(v, str)), key=len, default="")
    return item if isinstance(item, str) else ""


def _extreme(sign: int) -> Pick:
    def pick(items: list[Any]) -> int | None:
        lengths = [sign * len(_text(item)) for item in items]
        best = max(lengths)
        return lengths.index(best) if lengths.count(best) == 1 else None

    return pick


def _only(has: Callable[[str], bool]) -> Pick:
    def pick(items: list[Any]) -> int | None:
        places = [place for place, item in enumerate(items) if has(_text(item))]
        return places[0] if len(places) == 1 else None

    return pick


_LOOKS: dict[str, Pick] = {
    "the longest": _extreme(1),
    "the shortest": _extreme(-1),
    "the only one with space around it": _only(lambda text: text != text.strip()),
    "the only one in capitals": _only(str.isupper),
    "the only one with a capital first": _only(lambda text: text[:1].isupper()),
    "the only one with a full stop": _only(lambda text: text.endswith(".")),
    "the only one with a mark": _only(lambda text: bool(re.search(r"[*!()\[\]✓]", text))),
}
PICKS: dict[str, Pick] = {
    "the first": lambda items: 0,
    "the last": lambda items: len(items) - 1,
    **_LOOKS,
}
