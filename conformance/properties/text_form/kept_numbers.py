"""Text form: parse() keeps the numbers that a demonstrated answer holds."""

from __future__ import annotations

import json
import re
from collections import Counter
from decimal import Decimal

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.text_form.text_module import (
    demonstrated_levels,
    parse_text,
    shown,
)

_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?![\w.]*\d)")
_FEWEST = 3
"""Demonstrated answers with a number of which parse() reads only a part, before it is reported."""


@check("text.kept_numbers")
def kept_numbers(context: CheckContext) -> None:
    """Compare the numbers of demonstrated answers with those of the parsed actions."""
    cut: list[str] = []
    kept = 0
    for episodes in demonstrated_levels(context).values():
        for turns in episodes:
            for _, answer in turns:
                action = parse_text(context, answer).action
                written = Counter(_numbers_of(answer))
                if action is None or not written:
                    continue
                read = Counter(
                    number
                    for name, value in action.items()
                    if name not in ("metadata", "type")
                    for number in _numbers_of(value)
                )
                lost, new = written - read, read - written
                kept += not lost
                if lost.total() == new.total() and all(
                    any(number != part and _is_part(part, number) for number in lost)
                    for part in new
                ):
                    cut += [answer] if new else []
    if not kept and not cut:
        raise NotApplicable("no demonstrated answer holds numbers that parse() reads")
    if len(cut) >= _FEWEST:
        action = parse_text(context, cut[0]).action
        raise PropertyViolated(
            f"parse() reads a part of a number in {len(cut)} demonstrated answers: {shown(cut[0])} "
            f"becomes {shown(json.dumps(action, default=repr))}"
        )


def _numbers_of(value: object) -> list[str]:
    """The numbers of a text or a field, written alike: `7.0` and `+7` as `7`."""
    found: list[str] = []
    for _, part in subtrees(value):
        if isinstance(part, str):
            found += _NUMBER.findall(part)
        elif isinstance(part, int | float) and not isinstance(part, bool):
            found.append(repr(part))
    numbers = (Decimal(number) for number in found if _NUMBER.fullmatch(number))
    return [format(number.normalize(), "f") for number in numbers]


def _is_part(part: str, number: str) -> bool:
    """Whether a number lacks its sign, or digits at its beginning or end."""
    return number.startswith(part) or number.endswith(part)
