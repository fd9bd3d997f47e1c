"""The values from which an environment makes its random generators, and its tables' sizes."""

from __future__ import annotations

import contextlib
import hashlib
import numbers
import random
import sys
from collections.abc import Callable, Iterator, Sized
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

from hallmark_rl.sdk.subject.description import Subject

_LONGEST = 200
_DEPTH = 5
_LARGEST_WALK = 20_000


@contextlib.contextmanager
def recorded_seeds(subject: Subject) -> Iterator[list[str]]:
    """Collect the seeds of generators that this process makes, as texts.

    Seen are `random.Random` and classes derived from it, `random.seed`, `numpy.random.default_rng`
    and `numpy.random.seed`. Generators without a seed are left out.
    """
    seeds: list[str] = []
    of_class = random.Random.seed

    def seed(generator: random.Random, a: Any = None, version: int = 2) -> None:
        _note(seeds, a)
        of_class(generator, a, version)

    originals: list[tuple[ModuleType, str]] = [(random, "seed")]
    numpy = sys.modules.get("numpy.random")
    if numpy is not None:
        originals += [(numpy, "default_rng"), (numpy, "seed")]
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(random.Random, "seed", seed))
        for module, name in originals:
            function = getattr(module, name)
            noting = _noting(seeds, function)
            for place, held in [(module, name), *_imports(subject, function)]:
                stack.enter_context(mock.patch.object(place, held, noting))
        yield seeds


def _noting(seeds: list[str], function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        given = [*arguments, *named.values()]
        _note(seeds, given[0] if given else None)
        return function(*arguments, **named)

    return call


def _note(seeds: list[str], value: Any) -> None:
    if isinstance(value, numbers.Integral):
        value = int(value)  # an integer of numpy as well
    if isinstance(value, int | float | str | bytes | bytearray | tuple | list):
        text = repr(value)
        digest = hashlib.sha256(text.encode(errors="replace")).hexdigest()
        seeds.append(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({digest[:16]})")


def own_modules(subject: Subject) -> list[ModuleType]:
    """The loaded modules of an environment: that of its class, and those below its folder."""
    named = sys.modules.get(getattr(subject.env_class, "__module__", ""))
    found = [] if named is None else [named]
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        inside = subject.root is not None and path and Path(path).is_relative_to(subject.root)
        if inside and module is not named:
            found.append(module)
    return found


def clear_caches(subject: Subject) -> None:
    """Empty the caches of the environment's functions (`functools.cache` and `lru_cache`)."""
    for module in own_modules(subject):
        for value in vars(module).copy().values():
            for function in (value, *(vars(value).values() if isinstance(value, type) else ())):
                clear = getattr(function, "cache_clear", None)
                if callable(clear) and callable(getattr(function, "cache_info", None)):
                    clear()


def _imports(subject: Subject, function: Any) -> list[tuple[ModuleType, str]]:
    """Where the environment's modules hold a function under a name of their own."""
    return [
        (module, name)
        for module in own_modules(subject)
        for name, value in vars(module).copy().items()
        if value is function
    ]


def table_sizes(subject: Subject, env: Any) -> set[int]:
    """The lengths of all lists, arrays, tables and the like that an instance and its modules hold.

    Everything with a length that is no text; further ones are looked for in attributes and in the
    builtin containers.
    """
    level: list[Any] = [env]
    for module in own_modules(subject):
        level += [value for name, value in vars(module).copy().items() if not name.startswith("__")]
    sizes: set[int] = set()
    seen: set[int] = set()
    for _ in range(_DEPTH):
        inner: list[Any] = []
        for value in level:
            if id(value) in seen or len(seen) > _LARGEST_WALK:
                continue
            seen.add(id(value))
            if isinstance(value, Sized) and not isinstance(value, str | bytes | bytearray | type):
                with contextlib.suppress(Exception):  # a length that is the environment's code
                    sizes.add(len(value))
            if isinstance(value, dict | list | tuple | set | frozenset):
                inner += value.values() if isinstance(value, dict) else value
            elif not isinstance(value, type | ModuleType):
                inner += getattr(value, "__dict__", {}).values()
        level = inner
    return sizes
