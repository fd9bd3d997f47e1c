"""The expression family: find the expression in `x` behind five input/output pairs.

Every task is a *function*, not a text: all expressions of at most three operands are grouped by
what they compute, and the split is drawn over these groups. So an
expression that is held out is held out in every spelling, `x+x` together with `x*2` and `2*x`.
"""

from __future__ import annotations

import itertools
import operator
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from hypothesis import strategies as st

from sdk.coding.task import Case, CodingTask

SIGNATURE = "def f(x: int) -> int:"
PROBES = (0, 1, 2, 5, 10)
"""The inputs whose outputs the prompt shows; never among the hidden tests."""
HIDDEN = tuple(x for x in range(-60, 61) if x not in PROBES)
"""The inputs that hidden tests are drawn from."""
HIDDEN_TESTS = 20
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
    """One function of the family, by its shortest spelling."""

    text: str

    def __call__(self, x: int) -> int:
        return _value(tuple(self.text), x)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The examples of the prompt."""
        return [(x, self(x)) for x in PROBES]


@lru_cache(maxsize=1)
def functions() -> tuple[Expression, ...]:
    """The functions of the family, in a fixed order, no two of which agree on `PROBES`.

    Of functions that the examples cannot tell apart only the one with the shortest spelling is
    asked for; whatever agrees on all inputs agrees on these too, so each function occurs once.
    """
    found: dict[tuple[int, ...], Expression] = {}
    for tokens in _spellings():
        values = tuple(_value(tokens, x) for x in PROBES)
        if len(set(values)) > 1:
            found.setdefault(values, Expression("".join(tokens)))
    return tuple(found.values())


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


def as_task(expression: Expression, split: str) -> CodingTask:
    """The function as a coding task, whose visible tests are the pairs of the prompt."""
    return ExpressionTask(
        name=f"expression {expression.text}",
        level=1,
        split=split,
        statement="Find the function behind the examples; answer with an expression.",
        signature=SIGNATURE,
        entry="f",
        reference=wrapped(expression.text),
        strategy=st.tuples(st.sampled_from(HIDDEN)),
        solve=expression,
        limits={"wall_s": 1.0, "cpu_s": 0.5},
    )


def wrapped(code: str) -> str:
    """The program that a one-line answer stands for; any other answer is a program already."""
    if "\n" in code.strip() or code.lstrip().startswith(("def ", "class ", "import ", "from ")):
        return code
    return f"def f(x):\n    return ({code.strip()})\n"


class ExpressionTask(CodingTask):
    """A task with few possible inputs: nothing needs to be drawn ahead."""

    @property
    def pool(self) -> tuple[Case, ...]:  # type: ignore[override]
        """Every hidden input."""
        return tuple(Case((x,), self.solve(x)) for x in HIDDEN)

    @property
    def visible(self) -> tuple[Case, ...]:  # type: ignore[override]
        """The pairs of the prompt."""
        return tuple(Case((x,), self.solve(x)) for x in PROBES)

    def hidden(self, seed: int | str, shown: tuple[Case, ...] = ()) -> list[Case]:
        """Inputs that the prompt does not show."""
        known = {case.args[0] for case in shown}
        inputs = [x for x in HIDDEN if x not in known]
        chosen = random.Random(f"hidden {self.name} {seed}").sample(inputs, HIDDEN_TESTS)
        return [Case((x,), self.solve(x)) for x in chosen]
