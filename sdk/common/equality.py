"""Whether two results are the same, by exact type and value, on the trusted side.

`True` is not `1`, `1` is not `1.0`, `-0.0` is not `0.0`, a list is not a tuple. A nan equals a nan:
as a result of a function it is a value like any other. Only builtin types are compared; an object
of any other type equals nothing, so no method of a candidate is ever called.
"""

from __future__ import annotations

import math
from typing import Any

_ATOMS = frozenset((bool, int, str, bytes, type(None)))


def same(left: Any, right: Any, tolerance: float = 0.0) -> bool:
    """Exact equality of plain data; `tolerance` is relative (absolute below 1), for floats only."""
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
        others = {fingerprint(key): value for key, value in right.items()}
        for key, value in left.items():
            mark = fingerprint(key)
            if mark not in others or not same(value, others[mark], tolerance):
                return False
        return True
    if kind is set or kind is frozenset:
        return {fingerprint(item) for item in left} == {fingerprint(item) for item in right}
    return False


def fingerprint(value: Any) -> Any:
    """A hashable form of plain data; equal forms mean equal types and values all the way down."""
    kind = type(value)
    if kind is float:
        return "float", "nan" if math.isnan(value) else value.hex()
    if kind is complex:
        return "complex", fingerprint(value.real), fingerprint(value.imag)
    if kind is list or kind is tuple:
        return kind.__name__, *map(fingerprint, value)
    if kind is dict:
        pairs = ((fingerprint(key), fingerprint(item)) for key, item in value.items())
        return "dict", frozenset(pairs)
    if kind is set or kind is frozenset:
        return kind.__name__, frozenset(map(fingerprint, value))
    if kind in _ATOMS:
        return kind.__name__, value
    raise TypeError(f"{kind.__name__} is not plain data")


def size(value: Any) -> tuple[int, str]:
    """An order from simple to complicated, for choosing which case to show."""
    text = repr(value)
    return len(text), text


def _same_float(left: float, right: float, tolerance: float) -> bool:
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    if tolerance and math.isfinite(left) and math.isfinite(right):
        return abs(left - right) <= tolerance * max(1.0, abs(right))
    return left == right and math.copysign(1.0, left) == math.copysign(1.0, right)
