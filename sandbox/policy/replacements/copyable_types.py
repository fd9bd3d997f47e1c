"""The library classes whose objects a program may copy.

An object is copied by its class's recipe (`__reduce_ex__`) only if every library class among its
bases is listed here. A class belongs here if its constructor, called with what the class itself
says, can do nothing but make an object of that class.
"""

from __future__ import annotations

import abc
import collections
import collections.abc
import contextlib
import datetime
import decimal
import fractions
import functools
import io
import itertools
import json
import numbers
import operator
import random
import re
import statistics
import string
import textwrap
import time
import types
import typing
from typing import Any

from hallmark_rl.sandbox.policy.library_names import is_program_class
from hallmark_rl.sandbox.policy.look_alikes import is_obtainable
from hallmark_rl.sandbox.policy.replacements.random import Random as SeededRandom

_NO_ITEMS: tuple[Any, ...] = (
    iter([]), iter(()), iter(""), iter("é"), iter(b""), iter(bytearray()), iter(range(0)),
    iter({}), iter({}.values()), iter({}.items()), iter(set()), reversed([]), reversed(()),
    reversed({}), iter(range(1 << 70)),
)  # fmt: skip
# The types of iterators over builtin containers: rebuilt by `iter` or `reversed`.
ITERATORS = frozenset(map(type, _NO_ITEMS))
_ALIASES = (
    list[int], typing.List[int], typing.Literal[1], typing.Annotated[int, 1],  # noqa: UP006
    typing.Union[int, str], typing.Callable[[int], str], typing.List, typing.Tuple,  # noqa: UP006, UP007
    typing.Callable, typing.Union,
)  # fmt: skip
# Objects of these types are their own copies, because nothing of them can change.
ATOMIC: frozenset[type] = frozenset(
    {
        type(None), type(Ellipsis), type(NotImplemented), bool, int, float, complex, str, bytes,
        range, property, types.FunctionType, types.BuiltinFunctionType, types.UnionType,
        re.Pattern, re.Match, typing.TypeVar, typing.NewType,
        type(functools.lru_cache(len)), *map(type, _ALIASES),
    }
)  # fmt: skip
# Classes whose own `__copy__` and `__deepcopy__` are called.
HOOK_OWNERS: set[type] = {
    collections.ChainMap, collections.deque, collections.defaultdict, collections.OrderedDict,
    decimal.Decimal, decimal.Context, fractions.Fraction, type(itertools.tee([], 1)[0]),
}  # fmt: skip
REPLACEABLE: frozenset[type] = frozenset({datetime.date, datetime.time, datetime.datetime})
_CONTAINERS = (
    collections.Counter, collections.UserDict, collections.UserList, dict, frozenset, list, set,
    slice, tuple, bytearray, io.BytesIO, io.StringIO,
)  # fmt: skip
_VALUES = (
    datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone,
    datetime.tzinfo, functools.partial, json.JSONDecoder, json.JSONEncoder, operator.itemgetter,
    random.Random, statistics.NormalDist, string.Template, textwrap.TextWrapper, time.struct_time,
    random.Random.__base__, SeededRandom,
)  # fmt: skip
_STEPS = (enumerate, filter, itertools.count, itertools.repeat, map, zip)
# Classes that bring methods and no constructor of their own.
_MARKERS = (
    abc.ABC, contextlib.AbstractContextManager, contextlib.ContextDecorator, object,
    typing.Generic, typing.Protocol, getattr(typing, "Any"),  # noqa: B009
    *io.StringIO.__mro__, *io.BytesIO.__mro__,
    *(value for value in vars(numbers).values() if isinstance(value, type)),
    *(value for value in vars(collections.abc).values() if isinstance(value, type)),
)  # fmt: skip
_COPYABLE: set[Any] = {
    *ATOMIC, *HOOK_OWNERS, *ITERATORS, *_CONTAINERS, *_VALUES, *_STEPS, *_MARKERS,
}  # fmt: skip


def allow_copies_of(*classes: type) -> None:
    """Add replacements of library classes to the copyable ones, with the hooks they define."""
    _COPYABLE.update(classes)
    HOOK_OWNERS.update(classes)


def are_copyable(classes: tuple[type, ...]) -> bool:
    """Whether each of `classes` is the program's own, listed here or an obtainable exception."""
    return all(
        cls in _COPYABLE
        or is_program_class(cls)
        or (issubclass(cls, BaseException) and is_obtainable(cls))
        for cls in classes
    )
