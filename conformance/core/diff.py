"""Differences between messages, and which of them are only ids, times or temporary paths.

Such values differ between two runs of the same episode. They are recognised by their form and the
name of their field; `content_differences` compares several runs as well, because an id may by
chance look like a number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.core.json_tree import to_json

_ID_TEXT = re.compile(
    r"^(?:[\w.]{0,16}[-_:])?(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{6,64}|[0-9A-HJKMNP-TV-Z]{26})$",
    re.IGNORECASE,
)
_HEX_TEXT = re.compile(r"^[0-9a-f]{8,64}$", re.IGNORECASE)
_HEX_PART = re.compile(r"\b[0-9a-f]{8,32}\b", re.IGNORECASE)
_VOLATILE_PART = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|(?:/[\w.-]+)*/tmp/[^\s'\":,)]*",
    re.IGNORECASE,
)
"""Within a longer text: a date and time, a UUID, the path of a temporary file."""
_DATE_TEXT = re.compile(r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_TIME_TEXT = re.compile(r"^\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?$|^\d\d?:\d\d(:\d\d)?|^\d+(\.\d+)?$")
_TIME_NAME = re.compile(
    r"(^|_)(time|timestamp|ts|created|updated|started|ended|date|now|elapsed|duration|latency|"
    r"runtime|uptime|wall|ms|seconds)(_|$|at$)",
    re.IGNORECASE,
)
_MEASURED_NAME = re.compile(
    r"(^|_)(timestamp|ts|elapsed|duration|latency|runtime|uptime|wall|ms)(_|$)", re.IGNORECASE
)
_COUNTER_NAME = re.compile(
    r"^(total_|num_|n_)?(episodes?|resets?|games?|sessions?)"
    r"(_?(count|counter|number|num|no|index|played|total|so_far))$"
    r"|^(total|num|n)_(episodes|resets|games|sessions)$",
    re.IGNORECASE,
)
"""Names of counters of episodes: they belong to the instance, not to the episode."""
_RUN_ID_NAME = re.compile(
    r"^(episode|session|run|trace|request|correlation|instance)_?id$|(^|_)(uuid|guid|nonce)$",
    re.IGNORECASE,
)
"""Names of ids that belong to one run; `task_id` or `customer_id` are content."""


@dataclass(frozen=True)
class Difference:
    """A place where two messages differ, as a path like `cards[2].name`, and both values."""

    path: str
    left: Any
    right: Any

    @property
    def volatile(self) -> bool:
        """Whether both values are ids or times, so that they differ between any two runs."""
        if isinstance(self.left, str) and isinstance(self.right, str):
            parts = _VOLATILE_PART.search(self.left)
            if parts and _VOLATILE_PART.sub("", self.left) == _VOLATILE_PART.sub("", self.right):
                return True
            if _are_hex_ids(self.left, self.right) or _differ_in_hex_ids(self.left, self.right):
                return True
        name = re.sub(r"\[\d+\]$", "", self.path).rpartition(".")[2]
        return _is_volatile(name, self.left) and _is_volatile(name, self.right)

    def __str__(self) -> str:
        place = self.path or "the message"
        return f"{place} is {_short(self.left)} in one and {_short(self.right)} in the other"


def differences(left: Any, right: Any, path: str = "") -> Iterator[Difference]:
    """Every place where two values made of dicts, lists and scalars differ.

    1 and 1.0 are equal, 1 and True are not; NaN equals NaN. A missing key has the value
    `(missing)`, and lists of different lengths differ in `PATH.length`.
    """
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        for key in sorted({*left, *right}, key=str):
            inner = f"{path}.{key}" if path else str(key)
            if key not in left or key not in right:
                yield Difference(inner, left.get(key, "(missing)"), right.get(key, "(missing)"))
            else:
                yield from differences(left[key], right[key], inner)
    elif _is_list(left) and _is_list(right):
        for index, pair in enumerate(zip(left, right, strict=False)):
            yield from differences(*pair, f"{path}[{index}]")
        if len(left) != len(right):
            yield Difference(f"{path}.length", len(left), len(right))
    elif not _equal(left, right):
        yield Difference(path, left, right)


def difference(left: Any, right: Any) -> Difference | None:
    """The first difference in content; if there is none, the first difference of any kind."""
    every = list(differences(left, right))
    content = [item for item in every if not item.volatile]
    return next(iter(content or every), None)


def content_difference(left: Any, right: Any) -> Difference | None:
    """The first difference that is not only an id or a time; None if there is none."""
    return next((item for item in differences(left, right) if not item.volatile), None)


def content_differences(first: Any, others: Sequence[Any]) -> list[Difference]:
    """The differences in content between a value and others that should equal it.

    Left out are places that hold an id or a time in any of the values: an id may by chance have no
    letters and look like a number.
    """
    every = [item for other in others for item in differences(first, other)]
    volatile_paths = {item.path for item in every if item.volatile}
    return [item for item in every if not item.volatile and item.path not in volatile_paths]


def content_text(value: Any) -> str:
    """A value as JSON without ids and times: equal for values that differ in nothing else."""
    return to_json(_content("", value))


def _content(name: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _content(str(key), inner) for key, inner in value.items()}
    if _is_list(value):
        return [_content(name, inner) for inner in value]
    if _is_volatile(name, value):
        return "(volatile)"
    return _VOLATILE_PART.sub("", value) if isinstance(value, str) else value


def _are_hex_ids(left: str, right: str) -> bool:
    """Whether two texts are hexadecimal ids of one length; one of them may have digits only."""
    alike = len(left) == len(right) and _HEX_TEXT.match(left) and _HEX_TEXT.match(right)
    return bool(alike and (_ID_TEXT.match(left) or _ID_TEXT.match(right)))


def _differ_in_hex_ids(left: str, right: str) -> bool:
    """Whether two texts are equal but for hexadecimal ids of equal length, such as parts of UUIDs.

    An id needs a letter and a digit in one of the texts, so that numbers and words are content.
    """
    if _HEX_PART.sub("", left) != _HEX_PART.sub("", right):
        return False
    pairs = list(zip(_HEX_PART.findall(left), _HEX_PART.findall(right), strict=False))
    return bool(pairs) and all(
        one == other or (len(one) == len(other) and _are_hex_ids(one, other))
        for one, other in pairs
    )


def _equal(left: Any, right: Any) -> bool:
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    if isinstance(left, float) and isinstance(right, float):
        return left == right or (math.isnan(left) and math.isnan(right))
    return bool(left == right)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_volatile(name: str, value: Any) -> bool:
    """Whether the value of a field of this name is an id or a time."""
    if isinstance(value, str):
        is_time = _TIME_NAME.search(name) and _TIME_TEXT.match(value)
        by_form = _ID_TEXT.match(value) or _DATE_TEXT.match(value)
        return bool(by_form or is_time or _RUN_ID_NAME.search(name))
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if isinstance(value, int) and _COUNTER_NAME.search(name):
        return True
    if isinstance(value, int):  # whole numbers under `time` may be turns of a game
        return bool(_MEASURED_NAME.search(name)) or _is_epoch(value)
    return bool(_TIME_NAME.search(name)) or _is_epoch(value)


def _is_epoch(value: float) -> bool:
    """Whether a number is a date from 2001 to 2065 in s, ms, µs or ns since 1970."""
    return any(1e9 * unit < value < 3e9 * unit for unit in (1, 1e3, 1e6, 1e9))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."
