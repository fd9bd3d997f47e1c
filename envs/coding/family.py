"""The expression family: find the expression in `x` behind five input/output pairs.

Every task is a *function*, not a text: all expressions of at most three operands are grouped by
what they compute over the whole test domain, and the split is drawn over these groups. So an
expression that is held out is held out in every spelling, `x+x` together with `x*2` and `2*x`.
"""

from __future__ import annotations

import itertools
import operator
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

SIGNATURE = "def f(x: int) -> int:"
PROBES = (0, 1, 2, 5, 10)
"""The inputs whose outputs the prompt shows; never among the hidden tests."""
DOMAIN = tuple(range(-60, 61))
"""Where functions are compared and hidden tests are drawn."""
HIDDEN = tuple(x for x in DOMAIN if x not in PROBES)
TEST_SHARE = 5
"""One function in so many is held out."""

_LEAVES = ("x", *map(str, range(1, 10)))
_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "%": operator.mod,
}
_TIGHT = "*%"


@dataclass(frozen=True, slots=True)
class Expression:
    """One function of the family: its shortest spelling and what it computes."""

    text: str
    values: tuple[int, ...]
    """The results over `DOMAIN`."""

    def __call__(self, x: int) -> int:
        return self.values[x - DOMAIN[0]]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The examples of the prompt."""
        return [(x, self(x)) for x in PROBES]


@lru_cache(maxsize=1)
def functions() -> tuple[Expression, ...]:
    """Every function of the family once, in a fixed order."""
    found: dict[tuple[int, ...], str] = {}
    for tokens in _spellings():
        values = tuple(_value(tokens, x) for x in DOMAIN)
        if len(set(values)) > 1:
            found.setdefault(values, "".join(tokens))
    shown: dict[tuple[int, ...], Expression] = {}
    for values, text in found.items():
        function = Expression(text, values)
        # Of functions that the examples cannot tell apart only the shortest is asked for.
        shown.setdefault(tuple(y for _, y in function.pairs), function)
    return tuple(shown.values())


@lru_cache(maxsize=1)
def splits() -> tuple[tuple[Expression, ...], tuple[Expression, ...]]:
    """`(train, test)`: no function is in both, whatever its spelling."""
    order = list(functions())
    random.Random("expression family").shuffle(order)
    held_out = len(order) // TEST_SHARE
    return tuple(order[held_out:]), tuple(order[:held_out])


def _spellings() -> Iterator[tuple[str, ...]]:
    """Token tuples, shortest first; `%` takes a constant on its right, so nothing can fail."""
    for size in (1, 2, 3):
        for leaves in itertools.product(_LEAVES, repeat=size):
            if "x" not in leaves:
                continue
            for signs in itertools.product(_OPERATORS, repeat=size - 1):
                if any(s == "%" and leaf == "x" for s, leaf in zip(signs, leaves[1:], strict=True)):
                    continue
                mixed = itertools.zip_longest(leaves, signs, fillvalue="")
                yield tuple(token for pair in mixed for token in pair if token)


def _value(tokens: tuple[str, ...], x: int) -> int:
    """What `tokens` compute at `x`, with Python's precedence (`*` and `%` before `+` and `-`)."""
    numbers = [x if token == "x" else int(token) for token in tokens[::2]]
    signs = list(tokens[1::2])
    for group in (_TIGHT, "+-"):
        at = 0
        while at < len(signs):
            if signs[at] in group:
                numbers[at] = _OPERATORS[signs.pop(at)](numbers[at], numbers.pop(at + 1))
            else:
                at += 1
    return numbers[0]
