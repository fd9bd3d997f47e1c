"""What an environment returned, as plain data: digests, numbers and short texts.

For `gym_player`, whose rules for imports hold here too.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping
from typing import Any

import numpy

LONGEST_TEXT = 200
"""Characters of a value that is quoted."""


def why_outside(space: Any, observation: Any) -> str:
    """What differs between an observation and its space."""
    parts = []
    for name in ("shape", "dtype"):
        wanted, given = getattr(space, name, None), getattr(observation, name, None)
        if wanted is not None and given is not None and wanted != given:
            parts.append(f"{name} {given} instead of {wanted}")
    with contextlib.suppress(Exception):
        if hasattr(space, "low") and numpy.shape(observation) == space.shape:
            if numpy.isnan(observation).any():
                parts.append("it holds NaN")
            elif (observation < space.low).any() or (observation > space.high).any():
                parts.append("values out of bounds")
    return ", ".join(parts) or f"{type(observation).__name__} is not in {short_text(space)}"


def scribble(value: Any) -> None:
    """Overwrite the arrays of an observation in place."""
    if isinstance(value, numpy.ndarray) and value.flags.writeable:
        with contextlib.suppress(Exception):
            value.fill(77 if value.dtype.kind in "iuf" else 0)
    elif isinstance(value, Mapping):
        for item in value.values():
            scribble(item)
    elif isinstance(value, list | tuple):
        for item in value:
            scribble(item)


def digest_of(value: Any) -> str:
    """Equal for values that are equal in type, shape and content."""
    digest = hashlib.sha256()
    _feed(digest, value, 0)
    return digest.hexdigest()[:16]


def _feed(digest: Any, value: Any, depth: int) -> None:
    if depth > 20:
        return
    if isinstance(value, numpy.ndarray) and value.dtype != object:
        digest.update(f"array {value.dtype} {value.shape} ".encode())
        digest.update(numpy.ascontiguousarray(value).tobytes())
    elif isinstance(value, numpy.generic):
        digest.update(f"{value.dtype} ".encode() + value.tobytes())
    elif isinstance(value, Mapping):
        for key in sorted(value, key=repr):
            digest.update(repr(key).encode("utf-8", "replace"))
            _feed(digest, value[key], depth + 1)
    elif isinstance(value, list | tuple):
        digest.update(f"{type(value).__name__} {len(value)} ".encode())
        for item in value:
            _feed(digest, item, depth + 1)
    elif isinstance(value, set | frozenset):
        digest.update(repr(sorted(map(repr, value))).encode("utf-8", "replace"))
    elif value is None or isinstance(value, bool | int | float | complex | str | bytes):
        digest.update(f"{type(value).__name__} {value!r}".encode("utf-8", "replace"))
    else:
        digest.update(type(value).__name__.encode())
        _feed(digest, getattr(value, "__dict__", None), depth + 1)


def number_of(value: Any) -> Any:
    """A reward as text that `float` reads; or its type, if it is no real number."""
    if isinstance(value, bool | int | float | numpy.bool_ | numpy.integer | numpy.floating):
        return repr(float(value))
    if isinstance(value, numpy.ndarray) and value.shape == () and value.dtype.kind in "biuf":
        return repr(float(value))
    return {"odd": f"{type(value).__name__} {short_text(value)}"}


def truth_of(value: Any) -> Any:
    return bool(value) if isinstance(value, bool | numpy.bool_) else f"{type(value).__name__}"


def pair_of(value: Any) -> Any:
    try:
        low, high = value
        return [repr(float(low)), repr(float(high))]
    except (TypeError, ValueError):
        return None


def short_text(value: Any) -> str:
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = type(value).__name__
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."


def error_text(error: BaseException) -> str:
    try:
        text = " ".join(str(error).split())[:LONGEST_TEXT]
    except Exception:
        text = "..."
    return f"{type(error).__name__}: {text}"
