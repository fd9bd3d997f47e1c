"""Numbers that a message shows, also those written as texts, and which of them are means."""

from __future__ import annotations

import math
import re
from typing import Any

from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.core.json_tree import subtrees

_WRITTEN = re.compile(r"[€$£]?\s?(-?\d{1,12}(?:\.\d{1,6})?)\s?[€$£]?")
_MONEY = re.compile(
    r"(^|_)(cash|money|balance|box|purse|wallet|funds?|gold|coins?|credits?|capital|savings|budget"
    r"|account|euros?|dollars?|cents?)(_|$)",
    re.I,
)
"""Names of values that are money."""
_START = re.compile(r"(^|_)(start|starting|initial|first|price|cost|min|max|limit)(_|$)", re.I)
"""Names of amounts that are fixed: what there was at first, a price, a limit."""
_SPENT = re.compile(
    r"(^|_)(spent|costs?|charged|paid|fees?|used|bill|energy|fuel|battery|power|tokens?|points"
    r"|steps?|turns?|calls|requests|queries|questions|hints|attempts|tries|moves|left|remaining)"
    r"(_|$)",
    re.I,
)
"""Names of what actions use up, or have used up."""


def shown_numbers(data: dict[str, Any] | None) -> dict[str, float]:
    """The finite numbers of a message by their paths, and texts that are nothing but a number."""
    shown: dict[str, float] = {}
    for path, value in subtrees(data or {}):
        if path.split(".")[0].split("[")[0] in ("metadata", *VERDICT):
            continue
        match = _WRITTEN.fullmatch(value) if isinstance(value, str) else None
        number = float(match[1]) if match else value
        if type(number) in (int, float) and math.isfinite(number):
            shown[path] = number
    return shown


def is_money(path: str) -> bool:
    """Whether a value is named for money that is there now, by the last key of its path."""
    return bool(_MONEY.search(_name(path))) and not _START.search(_name(path))


def is_means(path: str) -> bool:
    """Whether a value is named for money, or for something else that actions use up."""
    return is_money(path) or bool(_SPENT.search(_name(path)))


def _name(path: str) -> str:
    return re.sub(r"\[\d+\]$", "", path).rpartition(".")[2]
