"""The expression family: find the expression in `x` from five input/output pairs.

A task is a *function*, not a text. Linear and quadratic expressions are grouped by the function
that they compute, and the groups are divided into training and test split. A function of the test
split is therefore held out in every spelling: `x+x` together with `x*2` and `2*x`.

The family has two levels, 1 and 6. At level 6 the square has a factor and the expression has a
constant, so an answer combines parts that level 1 asks for separately. No function is in both.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from hypothesis import strategies as st

from hallmark_rl.sdk.coding.task import DEFAULT_LIMITS, Case, CodingTask

SIGNATURE = "def f(x: int) -> int:"
PROBES = (0, 1, 2, 10, 100)
"""The inputs that the prompt shows; they are never hidden cases. At 10 and 100 the digits of the
output show the coefficients, so that a tiny model can learn the family."""
HIDDEN = tuple(x for x in range(-60, 61) if x not in PROBES)
"""The inputs of hidden cases."""
HIDDEN_CASES = 20
FUNCTIONS_PER_TEST = 5
"""One of this many functions is in the test split."""

BASE_LEVEL, HARDER_LEVEL = 1, 6
LEVELS = (BASE_LEVEL, HARDER_LEVEL)

_SHAPES = ("x+b", "x-b", "b-x", "x*x+b", "x*x-b", "b-x*x", "x*a+b", "x*a-b", "b-x*a")
_SHAPES_WITHOUT_B = ("x*a", "x*x*a", "x*x+x*a", "x*x-x*a")
_HARDER_SHAPES = ("x*x*a+b", "x*x*a-b", "b-x*x*a")
_FACTORS = range(2, 10)  # the values of `a` in a shape
_CONSTANTS = range(1, 21)  # the values of `b` in a shape


@dataclass(frozen=True, slots=True)
class Expression:
    """One function of the family; `text` is its shortest spelling."""

    text: str

    def __call__(self, x: int) -> int:
        return _function(self.text)(x)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of input and output that the prompt shows."""
        return [(x, self(x)) for x in PROBES]


@cache
def functions(level: int = BASE_LEVEL) -> tuple[Expression, ...]:
    """Return the functions of a level, in a fixed order; no two agree on all `PROBES`.

    Of functions that agree on all `PROBES`, the examples could not determine which is meant, so
    only the one with the shortest spelling is kept. Each function therefore occurs once.
    """
    by_outputs: dict[tuple[int, ...], Expression] = {}
    for text in _spellings(level):
        by_outputs.setdefault(tuple(map(_function(text), PROBES)), Expression(text))
    return tuple(by_outputs.values())


@cache
def splits(level: int = BASE_LEVEL) -> tuple[tuple[Expression, ...], tuple[Expression, ...]]:
    """Return the training and the test split of a level; no function is in both."""
    order = list(functions(level))
    random.Random("expression family").shuffle(order)
    held_out = len(order) // FUNCTIONS_PER_TEST
    return tuple(order[held_out:]), tuple(order[:held_out])


def _spellings(level: int) -> Iterator[str]:
    """Every expression of a level, shorter shapes first."""
    base_shapes = (*_SHAPES_WITHOUT_B[:1], *_SHAPES, *_SHAPES_WITHOUT_B[1:])
    for shape in base_shapes if level == BASE_LEVEL else _HARDER_SHAPES:
        for factor in _FACTORS if "a" in shape else (0,):
            for constant in _CONSTANTS if "b" in shape else (0,):
                yield shape.replace("a", str(factor)).replace("b", str(constant))


@cache
def _function(text: str) -> Callable[[int], int]:
    """The function that an expression computes. Only expressions of this module are evaluated."""
    function: Callable[[int], int] = eval(f"lambda x: {text}", {})
    return function


@cache
def as_task(expression: Expression, split: str, level: int = BASE_LEVEL) -> CodingTask:
    """Return the coding task for a function; its visible cases are the pairs of the prompt."""
    return ExpressionTask(
        name=f"expression {expression.text}",
        level=level,
        split=split,
        statement="Find the function behind the examples; answer with an expression.",
        signature=SIGNATURE,
        entry="f",
        reference=as_program(expression.text),
        strategy=st.tuples(st.sampled_from(HIDDEN)),
        solve=expression,
        limits=DEFAULT_LIMITS,
    )


def as_program(code: str) -> str:
    """Return the program for an answer: a single expression is wrapped in `def f(x)`."""
    if "\n" in code.strip() or code.lstrip().startswith(("def ", "class ", "import ", "from ")):
        return code
    return f"def f(x):\n    return ({code.strip()})\n"


class ExpressionTask(CodingTask):
    """A task with few possible inputs: its pool is all of them."""

    @cached_property
    def pool(self) -> tuple[Case, ...]:
        """The cases of all hidden inputs."""
        return tuple(Case((x,), self.solve(x)) for x in HIDDEN)

    @cached_property
    def visible_cases(self) -> tuple[Case, ...]:
        """The cases of the prompt."""
        return tuple(Case((x,), self.solve(x)) for x in PROBES)

    def hidden_cases(self, seed: int | str, shown: tuple[Case, ...] = ()) -> list[Case]:
        """Return `HIDDEN_CASES` cases that neither the prompt nor `shown` contains."""
        shown_args = {case.args for case in shown}
        inputs = [x for x in HIDDEN if (x,) not in shown_args] if shown_args else HIDDEN
        drawn = random.Random(f"hidden {self.name} {seed}").sample(inputs, HIDDEN_CASES)
        return [Case((x,), self.solve(x)) for x in drawn]
