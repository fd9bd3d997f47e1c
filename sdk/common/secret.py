"""Keep values from the agent: a wrapper that cannot be printed or sent, and a search for leaks.

`Secret` wraps a target or a hidden test: it cannot be a field of a model, has no text form and no
JSON form. `leaks` is an independent second check: it searches an outgoing message for the text of
the secrets.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, Generic, NoReturn, TypeVar

from pydantic import BaseModel

T = TypeVar("T")

_ATOMS = {bool, int, float, str, bytes, type(None)}
_LARGE = 100  # containers from this size on are searched only if their first item is an object
_WHOLE_WORD_BELOW = 4  # shorter secrets must match a whole word: "abc" is part of many words


class Secret(Generic[T]):
    """A value that only `reveal()` returns.

    `repr` and `str` hide it; JSON, pickle and pydantic models raise a `TypeError`.
    """

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def reveal(self) -> T:
        """The wrapped value, for the code that computes the result."""
        return self._value

    def __repr__(self) -> str:
        return "<secret>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Secret[T]:
        return Secret(copy.deepcopy(self._value, memo))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret cannot be pickled: pickle the result of reveal() instead")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> NoReturn:
        raise TypeError("a Secret cannot be a field of an action, observation or state")


def leaks(data: Any, secrets: Iterable[str]) -> list[str]:
    """Search `data` (a model or plain data) for secrets.

    Field names of models do not count; strings, dict keys included, do. A secret of four or more
    characters matches anywhere in a string, a shorter one only as a whole word. Case is ignored.

    Returns:
        The paths at which a secret shows, such as `history[2].word`.
    """
    wanted = [secret.casefold() for secret in secrets if secret]
    if not wanted:
        return []
    texts = _texts(data, "")
    together = "\n".join(text for _, text in texts).casefold()
    if not any(secret in together for secret in wanted):  # the usual case, decided in one search
        return []
    return [
        path for path, text in texts if any(_shows(text.casefold(), secret) for secret in wanted)
    ]


def secret_texts(value: Any) -> list[str]:
    """The strings inside every `Secret` that can be reached from `value`, as input for `leaks`.

    Containers and attributes are followed to any depth, except containers of 100 items or more
    whose first item is a number, a string or None.
    """
    texts: list[str] = []
    visited: dict[int, Any] = {}  # keeps the objects alive, so that no id is used twice
    pending = [value]
    while pending:
        item = pending.pop()
        if type(item) in _ATOMS or id(item) in visited:
            continue
        visited[id(item)] = item
        if isinstance(item, Secret):
            texts += [text for _, text in _texts(item.reveal(), "")]
        elif isinstance(item, Mapping):
            pending += item.values()
        elif isinstance(item, list | tuple | set | frozenset):
            pending += item if len(item) < _LARGE or _holds_objects(item) else ()
        elif not isinstance(item, type | ModuleType):
            pending += _attributes(item)
    return texts


def _holds_objects(items: Iterable[Any]) -> bool:
    return type(next(iter(items))) not in _ATOMS


def _shows(text: str, secret: str) -> bool:
    if secret not in text:
        return False
    if len(secret) >= _WHOLE_WORD_BELOW:
        return True
    return re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", text) is not None


def _attributes(value: Any) -> Iterator[Any]:
    yield from getattr(value, "__dict__", {}).values()
    for kind in type(value).__mro__:
        slots = getattr(kind, "__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                yield getattr(value, name)


def _texts(data: Any, path: str) -> list[tuple[str, str]]:
    """Every string in `data`, with the path to it."""
    if isinstance(data, str):
        return [(path, data)]
    texts: list[tuple[str, str]] = []
    _gather(data, path, texts)
    return texts


def _gather(data: Any, path: str, texts: list[tuple[str, str]]) -> None:
    """Append every string in `data` and its path to `texts`."""
    parts: Iterable[tuple[str, Any]] = ()
    if isinstance(data, BaseModel):
        parts = ((f"{path}.{key}" if path else key, value) for key, value in data)
    elif isinstance(data, Mapping):
        parts = [(f"{path}.{key}" if path else str(key), value) for key, value in data.items()]
        texts += (
            (f"{path}.{key} (key)" if path else f"{key} (key)", key)
            for key in data
            if isinstance(key, str)
        )
    elif isinstance(data, list | tuple | set | frozenset):
        parts = ((f"{path}[{index}]", value) for index, value in enumerate(data))
    for part_path, value in parts:
        if isinstance(value, str):
            texts.append((part_path, value))
        elif type(value) not in _ATOMS:
            _gather(value, part_path, texts)
