"""The expression family: find the expression in `x` behind five input/output pairs.

Every task is a *function*, not a text: linear and quadratic expressions are grouped by what they
compute, and the split is drawn over these groups. So an expression that is held out is held out in
every spelling, `x+x` together with `x*2` and `2*x`.

The family has two levels, 1 and 6: in the second the square has a factor and a constant at once, so
an answer joins parts that the first asks for one at a time. No function is in both.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from hypothesis import strategies as st

from hallmark_rl.sdk.coding.task import Case, CodingTask

SIGNATURE = "def f(x: int) -> int:"
PROBES = (0, 1, 2, 10, 100)
"""The inputs whose outputs the prompt shows; never among the hidden tests. At 10 and 100 the
coefficients can be read off the digits, which makes the family learnable by a tiny model."""
HIDDEN = tuple(x for x in range(-60, 61) if x not in PROBES)
"""The inputs that hidden tests are drawn from."""
HIDDEN_TESTS = 20
TEST_SHARE = 5
"""One function in so many is held out."""

LEVEL, NEXT_LEVEL = 1, 6
LEVELS = (LEVEL, NEXT_LEVEL)

_SHAPES = ("x+b", "x-b", "b-x", "x*x+b", "x*x-b", "b-x*x", "x*a+b", "x*a-b", "b-x*a")
_SHAPES_WITHOUT_B = ("x*a", "x*x*a", "x*x+x*a", "x*x-x*a")
_NEXT_SHAPES = ("x*x*a+b", "x*x*a-b", "b-x*x*a")
_FACTORS = range(2, 10)  # what `a` stands for
_CONSTANTS = range(1, 21)  # what `b` stands for


@dataclass(frozen=True, slots=True)
class Expression:
    """One function of the family, by its shortest spelling."""

    text: str

    def __call__(self, x: int) -> int:
        return _function(self.text)(x)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The examples of the prompt."""
        return [(x, self(x)) for x in PROBES]


@cache
def functions(level: int = LEVEL) -> tuple[Expression, ...]:
    """The functions of a level of the family, in a fixed order, no two of which agree on `PROBES`.

    Of functions that the examples cannot tell apart only the one with the shortest spelling is
    asked for; whatever agrees on all inputs agrees on these too, so each function occurs once.
    """
    found: dict[tuple[int, ...], Expression] = {}
    for text in _spellings(level):
        found.setdefault(tuple(map(_function(text), PROBES)), Expression(text))
    return tuple(found.values())


@cache
def splits(level: int = LEVEL) -> tuple[tuple[Expression, ...], tuple[Expression, ...]]:
    """`(train, test)`: no function is in both, whatever its spelling."""
    order = list(functions(level))
    random.Random("expression family").shuffle(order)
    held_out = len(order) // TEST_SHARE
    return tuple(order[held_out:]), tuple(order[:held_out])


def _spellings(level: int) -> Iterator[str]:
    """Every expression of a level, shorter shapes first."""
    first = (*_SHAPES_WITHOUT_B[:1], *_SHAPES, *_SHAPES_WITHOUT_B[1:])
    for shape in first if level == LEVEL else _NEXT_SHAPES:
        for factor in _FACTORS if "a" in shape else (0,):
            for constant in _CONSTANTS if "b" in shape else (0,):
                yield shape.replace("a", str(factor)).replace("b", str(constant))


@cache
def _function(text: str) -> Callable[[int], int]:
    """What an expression of this module's own making computes; no other text comes here."""
    made: Callable[[int], int] = eval(f"lambda x: {text}", {})
    return made


@cache
def as_task(expression: Expression, split: str, level: int = LEVEL) -> CodingTask:
    """The function as a coding task, whose visible tests are the pairs of the prompt."""
    return ExpressionTask(
        name=f"expression {expression.text}",
        level=level,
        split=split,
        statement="Find the function behind the examples; answer with an expression.",
        signature=SIGNATURE,
        entry="f",
        reference=wrapped(expression.text),
        strategy=st.tuples(st.sampled_from(HIDDEN)),
        solve=expression,
        limits={"wall_s": 8.0, "cpu_s": 1.0},
    )


def wrapped(code: str) -> str:
    """The program that a one-line answer stands for; any other answer is a program already."""
    if "\n" in code.strip() or code.lstrip().startswith(("def ", "class ", "import ", "from ")):
        return code
    return f"def f(x):\n    return ({code.strip()})\n"


class ExpressionTask(CodingTask):
    """A task with few possible inputs: nothing needs to be drawn ahead."""

    @cached_property
    def pool(self) -> tuple[Case, ...]:
        """Every hidden input."""
        return tuple(Case((x,), self.solve(x)) for x in HIDDEN)

    @cached_property
    def visible(self) -> tuple[Case, ...]:
        """The pairs of the prompt."""
        return tuple(Case((x,), self.solve(x)) for x in PROBES)

    def hidden(self, seed: int | str, shown: tuple[Case, ...] = ()) -> list[Case]:
        """Inputs that the prompt does not show."""
        known = {case.args for case in shown}
        inputs = [x for x in HIDDEN if (x,) not in known] if known else HIDDEN
        drawn = random.Random(f"hidden {self.name} {seed}").sample(inputs, HIDDEN_TESTS)
        return [Case((x,), self.solve(x)) for x in drawn]
