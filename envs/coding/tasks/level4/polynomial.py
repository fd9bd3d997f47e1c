"""A polynomial with whole coefficients, given as a list from the constant term up; zeros at
the end do not count.

`add(terms)` adds another polynomial given likewise and returns None; `times_x()` multiplies
by x and returns None; `at(x)` returns the value at x; `coefficients()` returns the list
without zeros at its end (an empty list for zero); `derive()` replaces the polynomial by its
derivative and returns None."""

from itertools import zip_longest

from hallmark_rl.sdk.coding.strategies import Inputs, ints, operations, st

SPLIT = "test"


def inputs() -> Inputs:
    return operations(
        ints(-3, 3, most=3),
        add=(ints(-3, 3, most=4),),
        times_x=(),
        at=(st.integers(-3, 3),),
        coefficients=(),
        derive=(),
    )


class Polynomial:
    def __init__(self, terms: list[int]) -> None:
        self.terms = list(terms)

    def add(self, terms: list[int]) -> None:
        self.terms = [a + b for a, b in zip_longest(self.terms, terms, fillvalue=0)]

    def times_x(self) -> None:
        self.terms = [0, *self.terms]

    def at(self, x: int) -> int:
        return sum(term * x**power for power, term in enumerate(self.terms))

    def coefficients(self) -> list[int]:
        while self.terms and self.terms[-1] == 0:
            self.terms = self.terms[:-1]
        return list(self.terms)

    def derive(self) -> None:
        self.terms = [term * power for power, term in enumerate(self.terms)][1:]


WRONG = {
    "keeps zeros": ("return list(self.terms)", "return list(self.terms) or [0]"),
    "cuts the longer one": (
        "zip_longest(self.terms, terms, fillvalue=0)",
        "zip(self.terms, terms)",
    ),
    "derivative keeps the constant": ("enumerate(self.terms)][1:]", "enumerate(self.terms)]"),
}
