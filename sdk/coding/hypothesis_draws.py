"""One draw from a Hypothesis strategy without what Hypothesis keeps for its own search.

`@given` shrinks, reports and covers; of that a drawn test needs the value and the choices behind it
only. `Recorder` leaves out spans, nodes, labels and printers, which takes three quarters of the
time, and draws what Hypothesis would draw from the same generator, with one exception: Hypothesis
mixes in constants that it finds in whichever modules of the project are loaded, so equal seeds gave
other values in another program. Here they are the same everywhere.

Everything that touches Hypothesis' internals is in this file.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from hypothesis.control import BuildContext
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.choice import choice_constraints_key, choice_permitted
from hypothesis.internal.conjecture.data import MAX_DEPTH, ConjectureData
from hypothesis.internal.conjecture.providers import GLOBAL_CONSTANTS, HypothesisProvider
from hypothesis.internal.conjecture.utils import _calc_p_continue
from hypothesis.strategies import SearchStrategy
from hypothesis.strategies._internal.collections import ListStrategy, TupleStrategy
from hypothesis.strategies._internal.lazy import unwrap_strategies
from hypothesis.strategies._internal.strategies import MappedStrategy, OneOfStrategy

MOST_CHOICES = 8192
"""A value that takes more choices than this is given up, like one that a filter rejects."""


class NoValueError(Exception):
    """These choices, or this state of the generator, make no value of the strategy."""


class Recorder(ConjectureData):
    """Draws by `rng`, or, given choices, the value behind them; `made` are the choices made."""

    def __init__(
        self, rng: random.Random | None = None, choices: Sequence[Any] | None = None
    ) -> None:
        super().__init__(random=rng, prefix=choices, provider=_Provider)
        self.made: list[Any] = []

    def value(self, strategy: SearchStrategy[Any]) -> Any:
        """What is drawn; raises `NoValueError`."""
        strategy.validate()
        try:
            with BuildContext(self, wrapped_test=_nothing):
                return self.draw(strategy)
        except (StopTest, UnsatisfiedAssumption) as error:
            raise NoValueError from error

    def draw(
        self, strategy: SearchStrategy[Any], label: int | None = None, observe_as: str | None = None
    ) -> Any:
        """The part of a value that `strategy` makes; Hypothesis calls it for every part."""
        plain = unwrap_strategies(strategy)  # type: ignore[no-untyped-call]
        kind = type(plain)
        if kind is TupleStrategy:
            return tuple([self.draw(part) for part in plain.element_strategies])
        if kind is ListStrategy:
            return self._list(plain)
        if self.depth >= MAX_DEPTH:
            self.mark_invalid("nested too deep")
        self.depth += 1
        try:
            if kind is MappedStrategy:
                return plain.pack(self.draw(plain.mapped_strategy))
            if kind is OneOfStrategy and len(branches := plain.element_strategies) > 1:
                return self.draw(branches[self.draw_integer(0, len(branches) - 1)])
            return plain.do_draw(self)
        finally:
            self.depth -= 1

    def _list(self, plain: ListStrategy[Any]) -> list[Any]:
        least, most = plain.min_size, plain.max_size
        if least == most:
            return [self.draw(plain.element_strategy) for _ in range(int(least))]
        goes_on = _calc_p_continue(plain.average_size - least, most - least)
        items: list[Any] = []
        while self.draw_boolean(
            goes_on, forced=True if len(items) < least else False if len(items) >= most else None
        ):
            items.append(self.draw(plain.element_strategy))
        return items

    def start_span(self, label: int) -> None:
        """Nobody asks later where a part began; strategies do compare the depth."""
        self.depth += 1

    def stop_span(self, *, discard: bool = False) -> None:
        """The end of what `start_span` began."""
        self.depth -= 1

    def _pooled_constraints(self, choice_type: Any, constraints: Any) -> Any:
        return constraints

    def _draw(self, choice_type: Any, constraints: Any, *, observe: bool, forced: Any) -> Any:
        if len(self.made) == (MOST_CHOICES if self.prefix is None else len(self.prefix)):
            self.mark_overrun()
        if observe and self.prefix is not None:
            value = self._pop_choice(choice_type, constraints, forced=forced)
            value = value if forced is None else forced
        elif forced is None:
            value = getattr(self.provider, f"draw_{choice_type}")(**constraints)
        else:
            value = forced
        if observe:
            self.made.append(value)
        return value


class _Provider(HypothesisProvider):
    """Hypothesis' distribution, with its own list of awkward constants and no other."""

    _known: ClassVar[dict[Any, tuple[Any, ...]]] = {}

    def _maybe_draw_constant(self, choice_type: Any, constraints: Any, *, p: float = 0.05) -> Any:
        assert self._random is not None
        if self._random.random() > p:
            return None
        key = choice_type, choice_constraints_key(choice_type, constraints)
        if key not in self._known:
            every = GLOBAL_CONSTANTS.set_for_type(choice_type)
            self._known[key] = tuple(one for one in every if choice_permitted(one, constraints))
        return self._random.choice(self._known[key]) if self._known[key] else None


def _nothing() -> None:
    """Stands for the test that Hypothesis believes it runs."""
