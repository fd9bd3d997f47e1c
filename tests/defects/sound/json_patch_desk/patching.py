"""Applies patches and compares documents."""

from __future__ import annotations

import json
import re
from typing import Any

INDEX = re.compile(r"0|[1-9][0-9]{0,3}", re.ASCII)
MOST = 20


class PatchError(ValueError):
    """The patch cannot be read or applied."""


def _constant(text: str) -> Any:
    raise PatchError(f"{text} is not JSON")


def parse(text: str) -> list[Any]:
    """The operations in a text."""
    try:
        operations = json.loads(text, parse_constant=_constant)
    except (ValueError, RecursionError):
        raise PatchError("the patch is not JSON") from None
    if not isinstance(operations, list) or len(operations) > MOST:
        raise PatchError(f"the patch is not an array of at most {MOST} operations")
    return operations


def _index(part: str, size: int) -> int:
    if not INDEX.fullmatch(part) or int(part) >= size:
        raise PatchError("no such place in the list")
    return int(part)


def _apply(document: Any, operation: Any) -> None:
    if not isinstance(operation, dict):
        raise PatchError("an operation is not an object")
    kind, path = operation.get("op"), operation.get("path")
    if kind not in ("add", "remove", "replace") or not isinstance(path, str):
        raise PatchError("an operation has no known op or no path")
    if kind != "remove" and "value" not in operation:
        raise PatchError("an operation has no value")
    if not path.startswith("/"):
        raise PatchError("a path must start with /")
    *parents, last = [p.replace("~1", "/").replace("~0", "~") for p in path[1:].split("/")]
    place = document
    for part in parents:
        if isinstance(place, list):
            place = place[_index(part, len(place))]
        elif isinstance(place, dict) and part in place:
            place = place[part]
        else:
            raise PatchError("no such path")
    if isinstance(place, list):
        if kind == "add":
            at = len(place) if last == "-" else _index(last, len(place) + 1)
            place.insert(at, operation["value"])
        elif kind == "remove":
            del place[_index(last, len(place))]
        else:
            place[_index(last, len(place))] = operation["value"]
    elif isinstance(place, dict) and (kind == "add" or last in place):
        if kind == "remove":
            del place[last]
        else:
            place[last] = operation["value"]
    else:
        raise PatchError("no such path")


def patched(document: Any, operations: list[Any]) -> Any:
    """A patched copy of a document."""
    result = json.loads(json.dumps(document))
    for operation in operations:
        _apply(result, operation)
    return result


def same(left: Any, right: Any) -> bool:
    """Whether two documents are the same JSON; the order of keys does not matter."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)
