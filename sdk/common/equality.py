"""Compare results by exact type and value, without calling a method of theirs.

`True` differs from `1`, `1` from `1.0`, `-0.0` from `0.0`, a list from a tuple. Two nans are equal,
because a function may return nan on purpose; keys and set items that are nan are counted, and with
several such keys in a dict the tolerance does not apply to it. Only builtin types are compared; an
object of any other type equals nothing, so an `__eq__` that a program defines is never called.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

_ATOMS = frozenset((bool, int, str, bytes, type(None)))


def same(left: Any, right: Any, tolerance: float = 0.0) -> bool:
    """Whether two pieces of plain data have equal types and values all the way down.

    `tolerance` applies to floats only: |left - right| <= tolerance * max(1, |right|), so it is
    relative, and absolute for expected values below 1.
    """
    kind = type(left)
    if kind is not type(right):
        return False
    if kind in _ATOMS:
        return bool(left == right)
    if kind is float:
        return _same_float(left, right, tolerance)
    if kind is complex:
        return _same_float(left.real, right.real, tolerance) and _same_float(
            left.imag, right.imag, tolerance
        )
    if kind is list or kind is tuple:
        return len(left) == len(right) and all(
            (type(a) is type(b) and a == b) if type(a) in _ATOMS else same(a, b, tolerance)
            for a, b in zip(left, right, strict=True)
        )
    if kind is dict:
        if len(left) != len(right):
            return False
        keys = [fingerprint(key) for key in left]
        others = {fingerprint(key): value for key, value in right.items()}
        if len(others) < len(right) or len(set(keys)) < len(keys):  # several keys are nan
            return bool(fingerprint(left) == fingerprint(right))
        return all(
            key in others and same(value, others[key], tolerance)
            for key, value in zip(keys, left.values(), strict=True)
        )
    if kind is set or kind is frozenset:
        return bool(fingerprint(left) == fingerprint(right))
    return False


def fingerprint(value: Any) -> Any:
    """A hashable form of plain data: equal if and only if `same` holds with tolerance 0.

    Raises:
        TypeError: the value is not made of builtin types only.
    """
    kind = type(value)
    if kind is float:
        return "float", "nan" if math.isnan(value) else value.hex()
    if kind is complex:
        return "complex", fingerprint(value.real), fingerprint(value.imag)
    if kind is list or kind is tuple:
        return kind.__name__, *map(fingerprint, value)
    if kind is dict:
        pairs = Counter((fingerprint(key), fingerprint(item)) for key, item in value.items())
        return "dict", frozenset(pairs.items())
    if kind is set or kind is frozenset:
        return kind.__name__, frozenset(Counter(map(fingerprint, value)).items())
    if kind in _ATOMS:
        return kind.__name__, value
    raise TypeError(f"{kind.__name__} is not plain data")


def size(value: Any) -> tuple[int, str]:
    """A sort key that puts short values first, for choosing the test case to show."""
    text = repr(value)
    return len(text), text


def _same_float(left: float, right: float, tolerance: float) -> bool:
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    if tolerance and math.isfinite(left) and math.isfinite(right):
        return abs(left - right) <= tolerance * max(1.0, abs(right))
    return left == right and math.copysign(1.0, left) == math.copysign(1.0, right)
