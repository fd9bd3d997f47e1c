"""Plain data over a pipe: exact builtin types, bounded, and harmless whoever wrote the bytes.

The wire form is JSON. What JSON lacks is an object with one `$` key: `{"$tuple": [1, 2]}`, `$set`,
`$frozenset`, `$dict` (pairs, for keys that are not plain strings), `$bytes` (hex), `$int` (hex,
when long), `$float` (nan, inf, -inf) and `$complex`. A subclass of a builtin type is no plain data.
The child and the trusted side share this module, so it imports next to nothing.
"""

from __future__ import annotations

import sys
from _json import encode_basestring_ascii, make_encoder, make_scanner
from typing import Any

MAX_DEPTH = 100
_BIG = 1 << 63
_SCALARS = frozenset({type(None), bool, str})
_PARSED = _SCALARS | {int, float}
_INF = float("inf")


class NotPlainData(ValueError):
    """The value or the bytes are not plain data; the message says what was met."""


def pack(value: Any, depth: int = 0) -> Any:
    """`value` in JSON's own types; raises `NotPlainData` for anything that is not plain data."""
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is int:
        return value if -_BIG <= value < _BIG else {"$int": hex(value)}
    if kind is float:
        return value if -_INF < value < _INF else {"$float": repr(value)}
    if depth >= MAX_DEPTH:
        raise NotPlainData(f"The value is nested deeper than {MAX_DEPTH} levels.")
    below = depth + 1
    if kind is list:
        kinds = set(map(type, value))
        if kinds <= _SCALARS or (kinds == {int} and min(value) >= -_BIG and max(value) < _BIG):
            return value
        return [pack(item, below) for item in value]
    if kind is dict:
        plain = True
        for key in value:
            if type(key) is not str or key[:1] == "$":
                plain = False
                break
        if plain:
            return {key: pack(item, below) for key, item in value.items()}
        return {"$dict": [[pack(k, below), pack(v, below)] for k, v in value.items()]}
    if kind is tuple:
        return {"$tuple": [pack(item, below) for item in value]}
    if kind is set:
        return {"$set": [pack(item, below) for item in value]}
    if kind is frozenset:
        return {"$frozenset": [pack(item, below) for item in value]}
    if kind is bytes:
        return {"$bytes": value.hex()}
    if kind is complex:
        return {"$complex": [pack(value.real), pack(value.imag)]}
    name = getattr(kind, "__name__", "?")
    raise NotPlainData(
        f"A value of type {name!s:.80} is not plain data: return None, bool, int, float, complex, "
        "str, bytes, list, tuple, dict, set or frozenset, not a subclass or another type."
    )


def unpack(form: Any, depth: int = 0) -> Any:
    """The value that `pack` made `form` from; raises `NotPlainData` for any other form."""
    kind = type(form)
    if kind in _PARSED:
        return form
    if depth >= MAX_DEPTH + 1:
        raise NotPlainData(f"The data is nested deeper than {MAX_DEPTH} levels.")
    below = depth + 1
    if kind is list:
        if _PARSED.issuperset(map(type, form)):
            return form
        return [unpack(item, below) for item in form]
    if kind is not dict:
        raise NotPlainData(f"{kind.__name__} has no place in the wire form.")
    if len(form) == 1:
        (tag,) = form
        if tag[:1] == "$":
            return _untag(tag, form[tag], below)
    for key in form:
        if key[:1] == "$":
            raise NotPlainData(f"The tag {key!r:.40} has company.")
    return {key: unpack(item, below) for key, item in form.items()}


def _untag(tag: str, body: Any, depth: int) -> Any:
    if tag in ("$tuple", "$set", "$frozenset", "$dict", "$complex"):
        if type(body) is not list:
            raise NotPlainData(f"{tag} needs a list.")
        if tag == "$dict":
            return _mapping(body, depth)
        items = [unpack(item, depth) for item in body]
        if tag == "$tuple":
            return tuple(items)
        if tag == "$complex":
            if [type(item) for item in items] != [float, float]:
                raise NotPlainData("$complex needs two floats.")
            return complex(*items)
        _spread(items)
        found = set(items) if tag == "$set" else frozenset(items)
        if len(found) != len(items):
            raise NotPlainData(f"{tag} has an item twice.")
        return found
    if type(body) is not str:
        raise NotPlainData(f"{tag:.40} is not a tag of the wire form.")
    try:
        if tag == "$bytes":
            return bytes.fromhex(body)
        if tag == "$int":
            return int(body, 16)
        if tag == "$float" and body in ("nan", "inf", "-inf"):
            return float(body)
    except ValueError as error:
        raise NotPlainData(f"{tag} does not hold what it says.") from error
    raise NotPlainData(f"{tag:.40} is not a tag of the wire form.")


def _mapping(pairs: list[Any], depth: int) -> dict[Any, Any]:
    if any(type(pair) is not list or len(pair) != 2 for pair in pairs):
        raise NotPlainData("$dict needs pairs.")
    keys = [unpack(key, depth) for key, _ in pairs]
    _spread(keys)
    found = dict(zip(keys, [unpack(item, depth) for _, item in pairs], strict=True))
    if len(found) != len(pairs):
        raise NotPlainData("$dict has a key twice.")
    return found


def _spread(keys: list[Any]) -> None:
    """Refuse keys made to collide: a table of them would take the reader quadratic time."""
    try:
        hashes = set(map(hash, keys))
    except TypeError as error:
        raise NotPlainData("A key or a set item is not hashable.") from error
    if len(keys) - len(hashes) > 16:
        raise NotPlainData("The keys collide.")


def _not_json(value: Any) -> Any:
    raise NotPlainData(f"{type(value).__name__} has no place in the wire form.")


_encode = make_encoder(None, _not_json, encode_basestring_ascii, None, ":", ",", False, False, True)


def _constant(name: str) -> Any:
    raise NotPlainData(f"{name} is written as a $float.")


def _short_integer(digits: str) -> int:
    if len(digits) > 20:
        raise NotPlainData("A long integer is written as an $int.")
    return int(digits)


class _Context:
    """What the C scanner asks for; `json.decoder` itself would bring `re` along."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int: Any = int
    parse_constant = staticmethod(_constant)
    memo: dict[str, str] = {}  # noqa: RUF012


class _WaryContext(_Context):
    """For an interpreter whose limit on the digits of an int has been switched off."""

    parse_int = staticmethod(_short_integer)


_scan = make_scanner(_Context)  # type: ignore[arg-type]
_scan_warily = make_scanner(_WaryContext)  # type: ignore[arg-type]


def dumps(form: Any) -> bytes:
    """The bytes of a packed form."""
    return "".join(_encode(form, 0)).encode("ascii")


def loads(data: bytes | bytearray) -> Any:
    """The form in `data`, still packed; raises `NotPlainData` for anything but one JSON value."""
    try:
        text = data.decode("ascii")
        form, end = (_scan if sys.get_int_max_str_digits() else _scan_warily)(text, 0)
    except NotPlainData:
        raise
    except (ValueError, StopIteration, RecursionError, OverflowError, SystemError) as error:
        raise NotPlainData(f"The data is not JSON: {error!s:.200}.") from None
    if end != len(text):
        raise NotPlainData("There is more after the JSON value.")
    return form
