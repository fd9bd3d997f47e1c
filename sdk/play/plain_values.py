"""Any value of an environment as JSON data that a browser can show.

The values are not trusted: nothing here raises because of them, and the result is bounded.
"""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from hallmark_rl.sdk.common.secret import Secret
from hallmark_rl.sdk.common.untrusted import shown

MAX_TEXT_CHARS = 200_000
_MAX_CHARS = 1_000_000  # of all texts of one copy together
_MAX_DEPTH = 12
_MAX_VALUES = 20_000
_EXACT_IN_A_BROWSER = 2**53  # JavaScript's numbers are doubles
_FAILURES = (Exception, SystemExit)


def plain(value: Any, *, private: bool = False, max_items: int = 2000) -> Any:
    """A copy of `value` made of dicts, lists, texts, booleans, None and finite numbers.

    Args:
        value: an observation, an action, or any part of one.
        private: show the values inside `Secret`s and the attributes of objects. Without it a
            `Secret` and an object of an unknown type become the name of their type.
        max_items: how many items of one container are shown.

    Returns:
        JSON data. Numbers that JSON or a browser cannot hold become texts; what is too deep, too
        long or cannot be read becomes a text in brackets.
    """
    return _Copy(private, max_items).of(value, 0)


class _Copy:
    """One copy, with a limit on how many values it holds."""

    def __init__(self, private: bool, max_items: int) -> None:
        self._private, self._max_items = private, max_items
        self._left, self._chars_left = _MAX_VALUES, _MAX_CHARS

    def of(self, value: Any, depth: int) -> Any:
        try:
            return self._of(value, depth)
        except _FAILURES as error:
            return f"(cannot be read: {type(error).__name__})"

    def _of(self, value: Any, depth: int) -> Any:
        self._left -= 1
        if value is None or value is True or value is False:
            return value
        if isinstance(value, enum.Enum):
            value = value.value
        if isinstance(value, str):
            return self._text(str.__str__(value))
        if isinstance(value, int):
            number = int.__int__(value)
            if abs(number) < _EXACT_IN_A_BROWSER:
                return number
            return self._text(shown(number, MAX_TEXT_CHARS))
        if isinstance(value, float):
            real = float.__float__(value)
            return real if math.isfinite(real) else str(real)
        if isinstance(value, bytes | bytearray):
            return self._text(shown(bytes(value[:MAX_TEXT_CHARS]), MAX_TEXT_CHARS))
        if depth >= _MAX_DEPTH or self._left <= 0:
            return "(not shown: too deep or too much)"
        return self._container(value, depth + 1)

    def _container(self, value: Any, depth: int) -> Any:
        if isinstance(value, Secret):
            return self.of(value.reveal(), depth) if self._private else "(secret)"
        if isinstance(value, BaseModel):
            if not self._private:  # as OpenEnv's server sends it, without excluded fields
                return self._mapping(value.model_dump(warnings=False), depth)
            return self._mapping({**vars(value), **(value.model_extra or {})}, depth)
        if isinstance(value, Mapping):
            return self._mapping(value, depth)
        names = getattr(type(value), "_fields", None)
        if isinstance(value, tuple) and isinstance(names, tuple) and len(names) == len(value):
            return self._mapping(dict(zip(names, value, strict=True)), depth)
        if isinstance(value, list | tuple | set | frozenset):
            items = list(value)
            copies = [self.of(item, depth) for item in items[: self._max_items]]
            if len(items) > self._max_items:
                copies.append(f"({len(items) - self._max_items} more)")
            return copies
        if callable(getattr(value, "tolist", None)):  # an array of numpy or torch
            return self.of(value.tolist(), depth)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            names = [field.name for field in dataclasses.fields(value)]
            return self._attributes(value, names, depth)
        if self._private and not isinstance(value, type) and not callable(value):
            names = [name for name in getattr(value, "__dict__", {}) if isinstance(name, str)]
            if names:
                return self._attributes(value, names, depth)
        return f"({type(value).__name__})"

    def _mapping(self, mapping: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        copies: dict[str, Any] = {}
        for key, item in mapping.items():
            if len(copies) >= self._max_items:
                copies["..."] = f"({len(mapping) - self._max_items} more)"
                break
            copies[str(self.of(key, _MAX_DEPTH))] = self.of(item, depth)
        return copies

    def _attributes(self, value: Any, names: list[str], depth: int) -> dict[str, Any]:
        copies: dict[str, Any] = {}
        for name in names[: self._max_items]:
            try:
                item = getattr(value, name)
            except _FAILURES as error:
                copies[name] = f"(cannot be read: {type(error).__name__})"
            else:
                copies[name] = self.of(item, depth)
        return copies

    def _text(self, text: str) -> str:
        limit = min(MAX_TEXT_CHARS, self._chars_left)
        self._chars_left -= min(limit, len(text))
        if len(text) <= limit:
            return text
        return f"{text[:limit]}... ({len(text) - limit} more characters)"
