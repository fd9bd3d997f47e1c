"""Ranges of numbers that descriptions of fields and other texts name, such as `from 1 to 9`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
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
_IN_BRACKETS = re.compile(
    r"\b(\w+)[`*]* \((-?\d+(?:\.\d+)?)(?: to |\.\.| ?[–-] ?)(-?\d+(?:\.\d+)?)\)"
)
"""A range in brackets behind a name: `cents` (-130 to 130)."""


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
    schema: Mapping[str, Any], sentences: Iterable[str]
) -> dict[str, tuple[float, float]]:
    """The ranges of described numbers, and of fields that sentences name (`0 to 60 boxes`).

    Args:
        schema: a JSON Schema, whose top is read.
        sentences: what other texts say about the task.

    Returns:
        The ends of the range by the name of the field; a field with several ranges is left out.
    """
    stated: dict[str, set[tuple[float, float]]] = {}
    numbers = {
        name
        for name, inner in schema.get("properties", {}).items()
        if {**inner, **resolve(dict(schema), inner)}.get("type") in ("integer", "number")
    }
    for sentence in sentences:
        for low, high, name in _SENTENCE.findall(sentence):
            if name in numbers and float(low) < float(high) and not _LOOSE.search(sentence):
                stated.setdefault(name, set()).add((float(low), float(high)))
        for name, low, high in _IN_BRACKETS.findall(sentence):
            if name in numbers and float(low) < float(high):
                stated.setdefault(name, set()).add((float(low), float(high)))
    for name, ends in described_numbers(schema, lists=True):
        stated.setdefault(name, set()).add(ends)
    return {name: ends.pop() for name, ends in stated.items() if len(ends) == 1}
