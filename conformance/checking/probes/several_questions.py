"""One answer to several questions, each of which has its own list of options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_SEPARATED = re.compile(r"[\s,;/|.-]+")


def chosen_places(answer: Any, options: Mapping[str, list[Any]]) -> dict[str, int]:
    """The index that an answer chooses from each of several lists, by their paths.

    The lists have paths that are alike but for numbers, such as `questions[0].options`. The answer
    is a text of as many letters, or a list of as many letters, indices or options. Empty if it is
    none of these.
    """
    alike: dict[str, list[str]] = {}
    for path in options:
        alike.setdefault(without_numbers(path), []).append(path)
    for paths in alike.values():
        parts = _parts(answer)
        if len(paths) < 2 or len(parts) != len(paths):
            continue
        places = [_places(part, options[path]) for part, path in zip(parts, paths, strict=True)]
        for kind in ("option", "index"):
            if all(kind in place for place in places):
                return {path: place[kind] for path, place in zip(paths, places, strict=True)}
    return {}


def without_numbers(path: str) -> str:
    """A path with its indices and other numbers replaced by `#`."""
    return re.sub(r"\d+", "#", path)


def _parts(answer: Any) -> list[Any]:
    if isinstance(answer, list):
        return answer
    letters = _SEPARATED.sub("", answer) if isinstance(answer, str) else ""
    return list(letters) if letters.isascii() and letters.isalpha() else []


def _places(part: Any, items: list[Any]) -> dict[str, int]:
    """The indices that a part of the answer means, taken for an option and for an index."""
    if isinstance(part, bool):
        return {}
    found = {}
    texts = [str(item).strip().lower() for item in items]
    text = str(part).strip().lower()
    if texts.count(text) == 1:
        found["option"] = texts.index(text)
    index = part if isinstance(part, int) else -1
    if isinstance(part, str) and len(text) == 1 and "a" <= text <= "h":
        index = ord(text) - ord("a")
    if 0 <= index < len(items):
        found["index"] = index
    return found
