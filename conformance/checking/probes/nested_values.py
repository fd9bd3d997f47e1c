"""Answers as trees: lists inside of an action, and JSON inside of its texts."""

from __future__ import annotations

import functools
import itertools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.core.episode_data import Action

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_OPENING = re.compile(r"(?m)(?:^|>)[ \t]*([\[{])")
"""Where JSON may begin: at the start of a line, or behind a tag."""
_MOST_OPENINGS = 8
_OPERATOR = re.compile(r"[-+*/]")


def json_texts(action: Action) -> Iterator[tuple[Path, Any]]:
    """The texts of an action that are JSON objects or arrays, decoded."""
    for path, value in leaves(action):
        if isinstance(value, str) and value.strip()[:1] in ("{", "["):
            try:
                decoded = json.loads(value)
            except (ValueError, RecursionError):
                continue
            if decoded:
                yield path, decoded


def lists_in(action: Action) -> Iterator[tuple[str, list[Any], Callable[[Any], Action]]]:
    """The lists of an action, also inside of JSON texts: name, items, and how to replace them."""
    yield from (each for each in containers_in(action) if isinstance(each[1], list))


def containers_in(action: Action) -> Iterator[tuple[str, Any, Callable[[Any], Action]]]:
    """The lists and objects of an action, also inside of JSON texts: name, value, and how to
    replace it. The action itself is the first; nothing inside of a list is yielded."""
    for path, value in _containers(action, ()):
        if path[:1] not in (("metadata",), ("type",)):
            yield _name(path), value, functools.partial(_replaced, action, path)
    for outer, text in leaves(action):
        part = json_part(text) if isinstance(text, str) else None
        if part is None:
            continue
        for path, value in _containers(part.decoded, ()):
            replaced = functools.partial(_in_json, action, outer, part, path)
            yield f"{_name(outer)}: {_name(path)}", value, replaced


@dataclass(frozen=True)
class JsonPart:
    """A JSON object or array in a text.

    Attributes:
        before: the text before it.
        decoded: its value.
        after: the text after it.
    """

    before: str
    decoded: Any
    after: str

    def with_value(self, value: Any) -> str:
        """The text with another value in its place."""
        return self.before + json.dumps(value, ensure_ascii=False) + self.after


def json_part(text: str) -> JsonPart | None:
    """The JSON that a text consists of, or that stands alone in it, as in a fence; or None.

    A bracket in a sentence, such as `[1]`, is no JSON part: the value must begin a line.
    """
    for match in itertools.islice(_OPENING.finditer(text), _MOST_OPENINGS):
        try:
            decoded, end = json.JSONDecoder().raw_decode(text, match.start(1))
        except (ValueError, RecursionError):
            continue
        if decoded:
            return JsonPart(text[: match.start(1)], decoded, text[end:])
    return None


def _in_json(action: Action, outer: Path, part: JsonPart, path: Path, new: Any) -> Action:
    return with_leaf(action, outer, part.with_value(_replaced(part.decoded, path, new)))


def _replaced(value: Any, path: Path, new: Any) -> Any:
    return with_leaf(value, path, new) if path else new


def _containers(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, list | dict):
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _containers(inner, (*path, key))


def _name(path: Path) -> str:
    return ".".join(map(str, path)) or "the whole"


def layouts(decoded: Any) -> dict[str, str]:
    """The same JSON value in other layouts, which JSON does not tell apart."""
    return {
        "on several lines": json.dumps(decoded, indent=2),
        "without spaces": json.dumps(decoded, separators=(",", ":")),
        "with its keys in reverse": json.dumps(_reversed(decoded)),
    }


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(value)}
    return [_reversed(item) for item in value] if isinstance(value, list) else value


def damaged(text: str) -> Iterator[str]:
    """Texts that are nearly the text: cut, unbalanced, divided by zero, with other numbers."""
    head = "=" if text.startswith("=") else ""
    rest = text.removeprefix("=")
    yield f"{text}/0"
    yield f"{head}({rest})/({rest}-({rest}))"
    yield _OPERATOR.sub("/", text)
    for number in ("0", "-1", "9" * 30, "1e400", ""):
        yield _NUMBER.sub(number, text)
    yield text[: len(text) // 2]
    yield text[:-1]
    yield text[1:]
    yield from (text + end for end in ("(", ")", "[", "}", '"', "'", "\\", "%", "^", ","))
    yield re.sub(r"[\])}]", "", text)
    yield re.sub(r"\(.*\)", "()", text, flags=re.S)
    yield re.sub(r"[\[{].*[\]}]", "[]", text, flags=re.S)
    yield re.sub(r'"[^"]*"', "null", text)
    yield text + text
