"""Answers that are made from the parts of a right one: numbers, words, items, fields and marks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from math import ceil

from hallmark_rl.conformance.checking.probes.answer_halves import text_items
from hallmark_rl.conformance.scorers.reference_answers import Reference

SPECIAL_NUMBERS = ("nan", "NaN", "inf", "-inf", "1e999")
_SHORT, _SHORT_DATA = 60, 2000
"""Up to so many characters a text, or data, is so short that each number in it matters."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MARK = re.compile(r"\[[^\[\]\s]{1,12}\]|\(\w{1,12}\)|[#@]\w{1,20}|\b\w*\d\w*\b")
_STEPS = (0.3, 0.5, 0.7)
"""How far numbers are moved, as shares of them: farther than a tolerance."""
_MOST_MARKS, _MOST_NUMBERS = 5, 8
_HALVED = 4
"""A text of so many words has halves that say something."""


def numbers_in(reference: Reference) -> list[tuple[int, int]]:
    """Where some numbers stand inside a short answer that is more than a number."""
    longest = {"text": _SHORT, "json": _SHORT_DATA}.get(reference.kind, 0)
    if len(reference.core) > longest:
        return []
    places = [match.span() for match in _NUMBER.finditer(reference.core)]
    return places[:: ceil(len(places) / _MOST_NUMBERS) or 1]


def changed_number(core: str, start: int, end: int) -> list[str]:
    """The answer with other values of the number at a place, in as many digits if it begins with 0.

    Some may be no answers at all, such as the 32nd day of a month.
    """
    number = core[start:end]
    if "." in number:
        values = [f"{float(number) * (1 + step):.3f}" for step in (*_STEPS, *(-s for s in _STEPS))]
        values.append("0.0")
    else:
        value = int(number)
        steps = {ceil(value * step) or 1 for step in _STEPS}
        near = {value + step for step in steps} | {value - step for step in steps}
        near = {one for one in near | {0, 1, 2 * value + 7} if one >= 0 and one != value}
        width = len(number) if number[0] == "0" else 0
        values = [str(one).zfill(width) for one in sorted(near)]
    texts = [f"{core[:start]}{text}{core[end:]}" for text in values]
    return [text for text in texts if text != core]


def other_words(core: str, other: str) -> str | None:
    """The numbers of an answer between the words of another one; None if that says nothing new.

    Words that begin alike may mean the same, such as `m` and `metres`.
    """
    numbers, places = _NUMBER.findall(core), _NUMBER.findall(other)
    first, second = (re.findall(r"[^\W\d_]", text.casefold()) for text in (core, other))
    if not numbers or len(numbers) != len(places) or not first or not second:
        return None
    if first[0] == second[0] or len(core) > _SHORT or len(other) > _SHORT:
        return None
    left = iter(numbers)
    return _NUMBER.sub(lambda found: next(left), other)


def apart(reference: Reference) -> Iterator[tuple[str, str, str]]:
    """Two answers of which each holds another part of the right one: what they are, and both."""
    core, kind = reference.core, reference.kind
    if kind == "json":
        data = json.loads(core)
        if isinstance(data, dict) and len(data) > 1:
            first, *_, last = data.items()
            yield "one field alone", _dump(dict([first])), _dump(dict([last]))
        if isinstance(data, list) and len(data) > 1 and data[0] != data[-1]:
            yield "one item alone", _dump(data[:1]), _dump(data[-1:])
            count = len(data)
            yield "one item many times", _dump(data[:1] * count), _dump(data[-1:] * count)
    elif kind == "text":
        items, joined = text_items(core)
        if len(items) < 2 or items[0].casefold() == items[-1].casefold():
            return
        if joined != " ":
            yield "one item alone", items[0], items[-1]
        elif len(items) >= _HALVED:
            half = len(items) // 2
            yield "one half alone", " ".join(items[:half]), " ".join(items[half:])
        if joined != " " or len(items) > 2:
            many = [joined.join([item] * len(items)) for item in (items[0], items[-1])]
            yield "one item many times", many[0], many[1]


def more_marks(reference: Reference, sources: Iterable[str]) -> Iterator[str]:
    """The answer with further marks of the shape of one of its own, such as `[2]`, around that.

    Args:
        reference: the right answer.
        sources: texts in which such marks are found: the prompt and other answers.
    """
    core = reference.core
    if reference.kind != "text" or len(core) > _SHORT:
        return
    own = list(_MARK.finditer(core))
    found = dict.fromkeys(text for source in sources for text in _MARK.findall(source))
    shapes = {_shape(match[0]): match for match in own}
    for shape, match in shapes.items():
        more = [text for text in found if _shape(text) == shape]
        more = [text for text in more if text not in {one[0] for one in own}][:_MOST_MARKS]
        if len(more) < 2:
            continue
        for separator in (" ",) if match[0][0].isalnum() else ("", " "):
            text = separator.join([more[0], match[0], *more[1:]])
            yield f"{core[: match.start()]}{text}{core[match.end() :]}"


def stuffed_fields(core: str) -> Iterator[tuple[str, str]]:
    """An object whose fields hold more than their values: what it is, and the answer."""
    data = json.loads(core)
    if isinstance(data, dict) and data:
        texts = {
            name: item if isinstance(item, str) else _dump(item) for name, item in data.items()
        }
        every = ", ".join(["nothing of this", *dict.fromkeys(texts.values()), "something else"])
        yield "an object with all values in each field", _dump(dict.fromkeys(data, every))
        padded = {name: f"nothing of this, {text}, something else" for name, text in texts.items()}
        yield "an object with further words in each field", _dump(padded)


def _shape(mark: str) -> str:
    return re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", mark))


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
