"""Things an agent must not see: a wrapper that does not print, and a guard that looks for them.

`Secret` keeps a target or a hidden test out of everything that travels: it has no field in a model,
no text form and no JSON form. `leaks` is the second wall: it searches what is about to leave.
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
_TABLE = 100  # a container of this size is looked into if its first item is no plain value
_WHOLE_WORD_BELOW = 4  # a shorter secret is looked for as a word: "abc" is part of too much else


class Secret(Generic[T]):
    """A value that only `reveal()` shows; text, JSON, models and pickles refuse it."""

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def reveal(self) -> T:
        """The value itself, for the code that judges."""
        return self._value

    def __repr__(self) -> str:
        return "<secret>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Secret[T]:
        return Secret(copy.deepcopy(self._value, memo))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret cannot be pickled: pass it on, or reveal() it")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> NoReturn:
        raise TypeError("a Secret cannot be a field of an action, observation or state")


def leaks(data: Any, secrets: Iterable[str]) -> list[str]:
    """Where in `data` (a model or plain data) a secret shows: paths such as `history[2].word`.

    The names of a model's fields are no leak, whatever they spell; everything else is read. Text
    that contains a secret of four letters or more leaks it; a shorter one must stand as a word of
    its own. Case does not matter.
    """
    wanted = [secret.casefold() for secret in secrets if secret]
    if not wanted:
        return []
    found = _texts(data, "")
    together = "\n".join(text for _, text in found).casefold()
    if not any(secret in together for secret in wanted):
        return []
    texts = ((path, text.casefold()) for path, text in found)
    return [path for path, text in texts if any(_shows(text, secret) for secret in wanted)]


def secret_texts(value: Any) -> list[str]:
    """The strings inside the `Secret`s that an episode object holds, however deep, for `leaks`."""
    found: list[str] = []
    met: dict[int, Any] = {}
    waiting = [value]
    while waiting:
        thing = waiting.pop()
        if type(thing) in _ATOMS or id(thing) in met:
            continue
        met[id(thing)] = thing
        if isinstance(thing, Secret):
            found += [text for _, text in _texts(thing.reveal(), "")]
        elif isinstance(thing, Mapping):
            waiting += thing.values()
        elif isinstance(thing, list | tuple | set | frozenset):
            waiting += thing if len(thing) < _TABLE or _holds_objects(thing) else ()
        elif not isinstance(thing, type | ModuleType):
            waiting += _attributes(thing)
    return found


def _holds_objects(table: Iterable[Any]) -> bool:
    return type(next(iter(table))) not in _ATOMS


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
    """Every text in `data`, with the path to it."""
    if isinstance(data, str):
        return [(path, data)]
    found: list[tuple[str, str]] = []
    _gather(data, path, found)
    return found


def _gather(data: Any, path: str, found: list[tuple[str, str]]) -> None:
    parts: Iterable[tuple[str, Any]] = ()
    if isinstance(data, BaseModel):
        parts = ((f"{path}.{key}" if path else key, value) for key, value in data)
    elif isinstance(data, Mapping):
        parts = [(f"{path}.{key}" if path else str(key), value) for key, value in data.items()]
        found += (
            (f"{path}.{key} (key)" if path else f"{key} (key)", key)
            for key in data
            if isinstance(key, str)
        )
    elif isinstance(data, list | tuple | set | frozenset):
        parts = ((f"{path}[{index}]", value) for index, value in enumerate(data))
    for here, value in parts:
        if isinstance(value, str):
            found.append((here, value))
        elif type(value) not in _ATOMS:
            _gather(value, here, found)
