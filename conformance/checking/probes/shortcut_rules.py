"""Rules that find the answer in the first message by its place or form alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.core.json_tree import subtrees

_LABEL = re.compile(r"(^|[._])(u?id|ref|reference|serial|hash|checksum|token|seed)$", re.I)
_NAMED = re.compile(r"\W*([\w-]{1,30})\s*:\s")

Pick = Callable[[list[Any]], Any]
"""From a list to the index of the item that a rule chooses; None if it chooses none."""


def answer_paths(message: Any, answer: Any) -> set[str]:
    """Paths of the message's parts that equal the answer."""
    return {path for path, value in subtrees(message) if path and _same_answer(value, answer)}


def odd_cells(message: Any) -> dict[str, int]:
    """Row and column of the one cell of a grid that differs from all others, by a description."""
    found: dict[str, int] = {}
    for path, grid in subtrees(message):
        if not isinstance(grid, list) or not grid:
            continue
        if not all(isinstance(row, list | str) and row for row in grid):
            continue
        cells = [(r, c, item) for r, row in enumerate(grid) for c, item in enumerate(row)]
        if any(isinstance(item, list | dict) for _, _, item in cells) or len(cells) < 4:
            continue
        counts = Counter(item for _, _, item in cells)
        if len(counts) == 2 and min(counts.values()) == 1:
            row, column = next((r, c) for r, c, item in cells if counts[item] == 1)
            found[f"{path} (row of the cell that differs)"] = row
            found[f"{path} (column of the cell that differs)"] = column
    return found


def answer_words(message: Any, answer: Any) -> set[str]:
    """Descriptions of words that equal the answer: `word 3 of PATH`, and counted from the end."""
    descriptions = set()
    for path, value in subtrees(message):
        words = re.findall(r"[\w'-]+(?:\.\w+)*", value) if isinstance(value, str) else []
        if len(words) < 3:
            continue
        for place, word in enumerate(words):
            if _same_answer(word, answer) or word == str(answer):
                descriptions |= {
                    f"word {place + 1} of {path}",
                    f"word {place - len(words)} of {path}",
                }
    return descriptions


def id_numbers(message: Any) -> dict[str, int]:
    """Numbers in fields that are named like ids, references or seeds, by their paths."""
    numbers = {}
    for path, value in subtrees(message):
        digits = re.fullmatch(r"\D*(\d{1,15})", str(value))
        if digits and _LABEL.search(path) and isinstance(value, int | str) and value is not True:
            numbers[path] = int(digits[1])
    return numbers


def is_linear(pairs: list[tuple[int, int]]) -> bool:
    """Whether pairs (x, y) lie on a straight line other than y = x."""
    (x, y), *others = pairs
    (far, high) = max(others, key=lambda pair: abs(pair[0] - x))
    if far == x or all(a == b for a, b in pairs):
        return False
    return all((b - y) * (far - x) == (high - y) * (a - x) for a, b in others)


def picking_rules(message: Any, answer: Any) -> dict[str, int]:
    """Find the rules that pick the answer from a list in the message; the list's length by rule.

    A rule chooses an item by its place or by its look, such as "the longest of PATH". An answer
    that is an integer is taken for the index of an item, and only rules by look are tried. A text
    such as "mail: two callers" is an item with the name ``mail``.
    """
    rules = {}
    for path, value in subtrees(message):
        if not isinstance(value, list) or len(value) < 2:
            continue
        differ_by_case = len({repr(item).lower() for item in value}) < len({*map(repr, value)})
        for name, pick in PICKS.items():
            place = pick(value)
            if place is None:
                continue
            item = value[place]
            parts = [*item.values()] if isinstance(item, dict) else [item, _name(item)]
            if isinstance(answer, int) and not isinstance(answer, bool):
                hit = name in _LOOKS and answer == place
            else:
                hit = any(_same_answer(part, answer) for part in parts)
                hit = hit and (not differ_by_case or answer in parts)
            if hit:
                rules[f"{name} of {path}"] = len(value)
    return rules


def _same_answer(one: Any, other: Any) -> bool:
    """Whether two values are one answer: texts regardless of case; empty values are none."""
    if isinstance(one, bool) != isinstance(other, bool):
        return False
    if isinstance(one, str) and isinstance(other, str):
        return one.strip().lower() == other.strip().lower() != ""
    return bool(one == other) and one not in (None, [], {})


def _name(item: Any) -> str:
    """What stands before the colon of a text; empty if there is none."""
    named = _NAMED.match(item) if isinstance(item, str) else None
    return named[1] if named else ""


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
