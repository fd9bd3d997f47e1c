"""Compile patterns of a dialect whose matching is always fast."""

from __future__ import annotations

import re
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

MAX_VARIABLE, MAX_CHOICES, MAX_COUNT = 4, 24, 80
_ATOMS = (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN, ops.AT)


class PatternError(ValueError):
    """The pattern is not of the dialect."""


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """The compiled pattern.

    Raises:
        PatternError: it is no regular expression, or not of the dialect.
    """
    try:
        tree = parser.parse(pattern)
        budget = {"variable": MAX_VARIABLE, "choices": MAX_CHOICES}
        _check(tree, budget, inside_repeat=False)
        return re.compile(pattern)
    except PatternError:
        raise
    except (re.error, ValueError, OverflowError, RecursionError, Warning) as error:
        raise PatternError("not a regular expression") from error


def _check(tree: Any, budget: dict[str, int], *, inside_repeat: bool) -> None:
    for op, argument in tree:
        if op in _ATOMS:
            continue
        if op is ops.SUBPATTERN:
            _check(argument[-1], budget, inside_repeat=inside_repeat)
        elif op is ops.BRANCH and not inside_repeat:
            budget["choices"] //= len(argument[1])
            if not budget["choices"]:
                raise PatternError("too many alternatives")
            for branch in argument[1]:
                _check(branch, budget, inside_repeat=False)
        elif op in (ops.MAX_REPEAT, ops.MIN_REPEAT) and not inside_repeat:
            low, high, body = argument
            if low > MAX_COUNT or (high > MAX_COUNT and high is not ops.MAXREPEAT):
                raise PatternError("a repetition is too long")
            budget["variable"] -= low != high
            if budget["variable"] < 0:
                raise PatternError("too many repetitions of variable length")
            _check(body, budget, inside_repeat=True)
        else:
            raise PatternError(f"{str(op).lower()} is not allowed here")
