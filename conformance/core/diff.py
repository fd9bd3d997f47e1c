"""Differences between messages, and which of them are only ids and timestamps."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_ID = re.compile(
    r"^(?:[\w.]{0,16}[-_:])?(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{6,64}|[0-9A-HJKMNP-TV-Z]{26})$",
    re.IGNORECASE,
)
_HEX = re.compile(r"^[0-9a-f]{8,64}$", re.IGNORECASE)
_EMBEDDED = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|(?:/[\w.-]+)*/tmp/[^\s'\":,)]*",
    re.IGNORECASE,
)
"""In a text: a moment, a UUID, a path of a temporary file."""
_DATE = re.compile(r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_CLOCK = re.compile(r"^\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?$|^\d\d?:\d\d(:\d\d)?|^\d+(\.\d+)?$")
_TIME_NAME = re.compile(
    r"(^|_)(time|timestamp|ts|created|updated|started|ended|date|now|elapsed|duration|latency|"
    r"runtime|uptime|wall|ms|seconds)(_|$|at$)",
    re.IGNORECASE,
)
_MEASURED_NAME = re.compile(
    r"(^|_)(timestamp|ts|elapsed|duration|latency|runtime|uptime|wall|ms)(_|$)", re.IGNORECASE
)
_OWN_ID_NAME = re.compile(
    r"^(episode|session|run|trace|request|correlation|instance)_?id$|(^|_)(uuid|guid|nonce)$",
    re.IGNORECASE,
)
"""Ids of a run of the environment; `task_id` or `customer_id` are content."""


@dataclass(frozen=True)
class Difference:
    """Where two messages differ."""

    path: str
    left: Any
    right: Any

    @property
    def volatile(self) -> bool:
        """Whether it is only an id or a time."""
        texts = isinstance(self.left, str) and isinstance(self.right, str)
        if texts and _EMBEDDED.search(self.left) and _without(self.left) == _without(self.right):
            return True
        if texts and _one_kind_of_id(self.left, self.right):
            return True
        name = re.sub(r"\[\d+\]$", "", self.path).rpartition(".")[2]
        return _volatile(name, self.left) and _volatile(name, self.right)

    def __str__(self) -> str:
        where = self.path or "the message"
        return f"{where} is {_short(self.left)} in one and {_short(self.right)} in the other"


def differences(left: Any, right: Any, path: str = "") -> Iterator[Difference]:
    """Every place where two plain values differ; 1 and 1.0 are equal, 1 and True are not."""
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        for key in sorted({*left, *right}, key=str):
            here = f"{path}.{key}" if path else str(key)
            if key not in left or key not in right:
                yield Difference(here, left.get(key, "(missing)"), right.get(key, "(missing)"))
            else:
                yield from differences(left[key], right[key], here)
    elif _is_list(left) and _is_list(right):
        for index, (one, other) in enumerate(zip(left, right, strict=False)):
            yield from differences(one, other, f"{path}[{index}]")
        if len(left) != len(right):
            yield Difference(f"{path}.length", len(left), len(right))
    elif not _equal(left, right):
        yield Difference(path, left, right)


def difference(left: Any, right: Any) -> Difference | None:
    """The first difference in content, or else the first one at all."""
    found = list(differences(left, right))
    content = [one for one in found if not one.volatile]
    chosen = content or found
    return chosen[0] if chosen else None


def content_difference(left: Any, right: Any) -> Difference | None:
    """The first difference that is not merely an id or a time."""
    return next((one for one in differences(left, right) if not one.volatile), None)


def content_differences(first: Any, others: Sequence[Any]) -> list[Difference]:
    """The differences in content between a value and others that should be equal to it.

    Where one of them shows an id or a time, one that looks like a plain number is none either.
    """
    found = [one for other in others for one in differences(first, other)]
    unsteady = {one.path for one in found if one.volatile}
    return [one for one in found if not one.volatile and one.path not in unsteady]


def _one_kind_of_id(left: str, right: str) -> bool:
    """Whether two texts are hexadecimal ids of one length, of which one may have digits only."""
    alike = len(left) == len(right) and _HEX.match(left) and _HEX.match(right)
    return bool(alike and (_ID.match(left) or _ID.match(right)))


def _without(text: str) -> str:
    """A text without the moments, ids and temporary paths in it."""
    return _EMBEDDED.sub("", text)


def _equal(left: Any, right: Any) -> bool:
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    if isinstance(left, float) and isinstance(right, float):
        return left == right or (math.isnan(left) and math.isnan(right))
    return bool(left == right)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _volatile(name: str, value: Any) -> bool:
    if isinstance(value, str):
        timed = _TIME_NAME.search(name) and _CLOCK.match(value)
        made = _ID.match(value) or _DATE.match(value)
        return bool(made or timed or _OWN_ID_NAME.search(name))
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if isinstance(value, int):  # a game may count its own time
        return bool(_MEASURED_NAME.search(name)) or _is_epoch(value)
    return bool(_TIME_NAME.search(name)) or _is_epoch(value)


def _is_epoch(value: float) -> bool:
    """Whether a number is a moment of our time, in seconds or in thousandths of some degree."""
    return any(1e9 * unit < value < 3e9 * unit for unit in (1, 1e3, 1e6, 1e9))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."
