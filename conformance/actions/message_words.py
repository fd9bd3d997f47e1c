"""Words of texts that an action may have to use: quoted, listed, or in a format that is shown."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable
from typing import Any

_QUOTED = re.compile(r"[`'\"“‘]([^`'\"“”’\n]{1,60})[`'\"”’]")
_LIST = re.compile(
    r"\b(?:one of|options?|choices?|either|actions?|commands?|moves?|verbs?|words?|valid|expected|"
    r"allowed|available|legal|known|supported|possible|use|try|are|usage|format|syntax|first|"
    r"must be|begins? with|starts? with|objects?|targets?|ids?)\b\s*"
    r"(?:are|is)?\s*[:=(\[]?\s*(?:one of|either)?\s*(.+)",
    re.I,
)
_SEPARATOR = re.compile(r"\s*(?:[,|/;]|\bor\b|\band\b)\s*")
_CAPITALS = re.compile(r"\b[A-Z][A-Z_]+\d?\b")
_NUMBER_NAME = re.compile(
    r"(\w+_)?(VALUE|NUMBER|NUM|AMOUNT|COUNT|INDEX|PRICE|SECONDS|DEGREES|PERCENT|LEVEL|ROW|COLUMN)\d?"
)
CONTENT = re.compile(r"\b[a-z]{4,20}\b")
"""Words of a sentence that may name something."""
_MOST_FILLED = 48
_STRIPPED = " \t'\"`“”‘’()[]{}.:;!?*-"
_LONGEST = 60
_MOST_PARTS = 3
"""Words of a listed item: longer items are sentences."""


def message_words(text: str) -> list[str]:
    """Likely words of an action in a text, the likeliest first, without repetitions.

    Quoted ones; items of lists after words like "valid" or "one of"; JSON objects; templates such
    as `move <direction>`, with their placeholders.
    """
    words = [found.strip() for found in _QUOTED.findall(text)]
    words += [json.dumps(value) for value in json_objects(text)]
    for line in text.splitlines() or [text]:
        listed = _LIST.search(line)
        if listed:
            parts = _SEPARATOR.split(listed.group(1))
            for part in (piece for item in parts for piece in re.split(r"\.\s|\.$", item)):
                named = [piece.strip(_STRIPPED) for piece in re.split(r"[:=]", part)]
                whole = part.strip(_STRIPPED)
                words += [text for text in (whole, *named[1:]) if len(text.split()) <= _MOST_PARTS]
    return list(dict.fromkeys(word for word in words if 0 < len(word) <= _LONGEST))


def listed_items(text: str) -> list[str]:
    """What follows colons in a text, as `key` and `lamp` in `Here: a key, lamp.`, then all words.

    Items of more than three words are left out, and so are words of less than four letters that
    follow no colon.
    """
    items = [
        part.strip(_STRIPPED)
        for listed in re.findall(r"\w\s?:\s+([^.;:\n]+)", text)
        for part in _SEPARATOR.split(listed)
    ]
    named = [re.sub(r"^(an?|the|some)\s+", "", item, flags=re.I) for item in items]
    words = [*(item for item in named if len(item.split()) <= _MOST_PARTS), *CONTENT.findall(text)]
    return list(dict.fromkeys(word for word in words if 0 < len(word) <= _LONGEST))


def json_objects(text: str) -> list[dict[str, Any]]:
    """The JSON objects in a text that are not part of another one."""
    decoder = json.JSONDecoder()
    found: list[dict[str, Any]] = []
    place = text.find("{")
    while place >= 0 and len(found) < 40:
        try:
            value, end = decoder.raw_decode(text, place)
        except ValueError:
            end = place + 1
        else:
            if isinstance(value, dict) and value:
                found.append(value)
        place = text.find("{", end)
    return found


def fill_template(template: str, words: Iterable[str]) -> list[str]:
    """Texts for a template: each placeholder replaced by each of the words.

    Placeholders are `<x>`, `{x}`, `[x]`, and words in capitals after one that is not (`read NAME`).
    Several of the first kind get neighbouring words. Of those in capitals, names of numbers get
    numbers and others get words. Empty if there is no placeholder.
    """
    values = list(words)
    parts = re.split(r"<[^<>]{1,30}>|\{\w{1,30}\}|\[[a-z_ ]{1,30}\]", template)
    if len(parts) < 2 or not values:
        return _fill_capitals(template, values)
    made = []
    for start in range(len(values)):
        text = parts[0]
        for index, part in enumerate(parts[1:]):
            text += values[(start + index) % len(values)] + part
        made.append(text)
    return made


def command_verbs(text: str) -> list[str]:
    """What stands before the placeholders in capitals of the templates in a text: `read`, `set`."""
    templates = (_CAPITALS.split(word)[0].strip() for word in message_words(text))
    return [verb for verb in dict.fromkeys(templates) if verb and verb == verb.lower()]


def _fill_capitals(template: str, values: list[str]) -> list[str]:
    """A template of a command with its words in capitals replaced, in up to 48 ways."""
    first, *rest = template.split()[:4] or [""]
    if not values or first != first.lower() or not any(map(_CAPITALS.fullmatch, rest)):
        return []
    numbers = [word for word in values if re.fullmatch(r"-?\d+", word)]
    others = [word for word in values if word not in numbers and " " not in word]
    choices = [
        [word]
        if not _CAPITALS.fullmatch(word)
        else (numbers or values)[:8]
        if _NUMBER_NAME.fullmatch(word)
        else (others or values)[:12]
        for word in rest
    ]
    made = (" ".join([first, *parts]) for parts in itertools.product(*choices))
    return list(itertools.islice(made, _MOST_FILLED))
