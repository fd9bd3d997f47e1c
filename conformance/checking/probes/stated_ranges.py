"""Ranges of numbers that descriptions of fields and other texts name, such as `from 1 to 9`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hallmark_rl.sdk.common.schema_refs import resolve

_NUMBER = r"(?<!\w)(?<!\d\.)-?\d+(?:\.\d+)?"
_RANGE = re.compile(
    r"(?:\b(?:from|between|index|row|column|cell|day|slot|score|rating|level|grade|position|place"
    rf"|month|hour|value|number|range) |\A|[(\[,:;] ?)({_NUMBER})"
    rf"(?: to | through | and |\s?(?:-|–|\.\.+)\s?)({_NUMBER})(?![\w.]*\w)",
    re.I,
)
_LOOSE = re.compile(
    r"\b(usual\w*|typical\w*|normal\w*|nominal\w*|safe\w*|healthy|ideal\w*|optim\w+|target|goal"
    r"|desired|recommended|comfort\w*|acceptable|operating|expected|want\w*|should|good|about|around"
    r"|roughly|approx\w*|mostly|often|example|e\.g\.|such as|default|or more|otherwise|except|if"
    r"|when|unless|exclusive|below|percent)\b|%",
    re.I,
)
"""Words with which a range is none that every number keeps."""
_SENTENCE = re.compile(rf"({_NUMBER})(?: to | through |\s?(?:-|–|\.\.+)\s?)({_NUMBER}) (\w+)")
_VERB = re.compile(rf"\b(\w+) ({_NUMBER})(?: to | through )({_NUMBER})(?! ?%)")
"""A range behind a name that is a verb: you order 0 to 60 tons."""
_IN_BRACKETS = re.compile(
    r"\b(\w+)[`*]* \((-?\d+(?:\.\d+)?)(?: to |\.\.| ?[–-] ?)(-?\d+(?:\.\d+)?)\)"
)
"""A range in brackets behind a name: `cents` (-130 to 130)."""
_LEAST = re.compile(
    r"(?P<names>(?:(?!\b(?:is|are|be)\b)[^,;])*)\b(?:is|are|be) "
    r"(?:at least (?P<least>-?\d+)|(?P<low>-?\d+) or more)\b",
    re.I,
)
"""A sentence that names the least value: `cups` must be at least 1; both are 0 or more."""
_BOTH = re.compile(r"\bboth\b", re.I)


def described_numbers(
    schema: Mapping[str, Any], *, lists: bool = False
) -> Iterator[tuple[str, tuple[float, float]]]:
    """The numbers at the top of a schema whose description names one range, and nothing else.

    With `lists`, lists of numbers are among them: the range is that of each item.
    """
    for name, inner in schema.get("properties", {}).items():
        entry = {**inner, **resolve(dict(schema), inner)}
        text = str(entry.get("description", ""))
        found = _RANGE.findall(text)
        items = resolve(dict(schema), entry.get("items") or {})
        kind = items.get("type") if lists and entry.get("type") == "array" else entry.get("type")
        is_number = kind in ("integer", "number")
        if is_number and len(found) == 1 and len(re.findall(r"\d+(?:\.\d+)?", text)) == 2:
            low, high = map(float, found[0])
            if low < high and not _LOOSE.search(text):
                yield name, (low, high)


def stated_numbers(
    schema: Mapping[str, Any], sentences: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """The ranges of described numbers, and of fields that sentences name (`0 to 60 boxes`).

    Args:
        schema: a JSON Schema, whose top is read.
        sentences: what other texts say about the task.

    Returns:
        The ends of the range by the name of the field; the upper one is infinite where only the
        least value is named. A field with several ranges is left out.
    """
    stated: dict[str, set[tuple[float, float]]] = {}
    numbers = {
        name
        for name, inner in schema.get("properties", {}).items()
        if {**inner, **resolve(dict(schema), inner)}.get("type") in ("integer", "number")
    }
    for sentence in sentences:
        found = [(name, low, high) for low, high, name in _SENTENCE.findall(sentence)]
        loose = bool(_LOOSE.search(sentence))
        firm = [] if loose else [*found, *_VERB.findall(sentence)]
        for name, low, high in [*firm, *_IN_BRACKETS.findall(sentence)]:
            if name in numbers and float(low) < float(high):
                stated.setdefault(name, set()).add((float(low), float(high)))
    for name, ends in described_numbers(schema, lists=True):
        stated.setdefault(name, set()).add(ends)
    for name, low in _least(numbers, sentences):
        if name not in stated:
            stated[name] = {(low, math.inf)}
    return {name: ends.pop() for name, ends in stated.items() if len(ends) == 1}


def _least(numbers: set[str], sentences: Iterable[str]) -> Iterator[tuple[str, float]]:
    """The least values that sentences name: of fields in backticks, or of both fields."""
    for sentence in sentences:
        match = _LEAST.search(sentence)
        if match is None or _LOOSE.search(sentence.replace("or more", "")):
            continue
        quoted = [name for name in re.findall(r"`(\w+)`", match["names"]) if name in numbers]
        both = sorted(numbers) if _BOTH.search(match["names"]) and len(numbers) == 2 else []
        for name in quoted or both:
            yield name, float(match["least"] or match["low"])
