"""Draw one value from a Hypothesis strategy without the data that Hypothesis keeps for its search.

`@given` shrinks, reports and measures coverage. A generated test needs only the value and the
choices behind it. `ChoiceRecorder` leaves out spans, nodes, labels and printers, which take three
quarters of the time. From an equal generator it draws the values that Hypothesis draws, with one
exception: Hypothesis mixes in constants from the source of loaded local modules, so equal seeds
give different values in different programs. Here equal seeds give equal values everywhere.

All use of Hypothesis' internals is in this file. The internals are not a public interface:
`pyproject.toml` limits Hypothesis to the versions that this file is tested with. The record
docs/decisions/0008-hypothesis-internals.md compares the ways that the public interface offers.
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

MAX_CHOICES = 8192
"""A value that takes more choices than this is rejected, as if a filter had rejected it."""


class NoValueError(Exception):
    """These choices, or this state of the generator, produce no value of the strategy."""


class ChoiceRecorder(ConjectureData):
    """Draws one value and records the choices made for it.

    Args:
        rng: The generator to draw from.
        choices: Instead of `rng`: choices recorded earlier, to produce their value again.

    Attributes:
        recorded: The choices made so far.
    """

    def __init__(
        self, rng: random.Random | None = None, choices: Sequence[Any] | None = None
    ) -> None:
        super().__init__(random=rng, prefix=choices, provider=_Provider)
        self.recorded: list[Any] = []

    def value(self, strategy: SearchStrategy[Any]) -> Any:
        """Draw a value of `strategy`.

        Raises:
            NoValueError: A filter rejected the value, or it takes too many choices.
        """
        strategy.validate()
        try:
            with BuildContext(self, wrapped_test=_no_test):
                return self.draw(strategy)
        except (StopTest, UnsatisfiedAssumption) as error:
            raise NoValueError from error

    def draw(
        self, strategy: SearchStrategy[Any], label: int | None = None, observe_as: str | None = None
    ) -> Any:
        """Draw a part of a value; Hypothesis calls this for every part."""
        unwrapped = unwrap_strategies(strategy)  # type: ignore[no-untyped-call]
        kind = type(unwrapped)
        if kind is TupleStrategy:
            return tuple([self.draw(part) for part in unwrapped.element_strategies])
        if kind is ListStrategy:
            return self._draw_list(unwrapped)
        if self.depth >= MAX_DEPTH:
            self.mark_invalid("nested too deep")
        self.depth += 1
        try:
            if kind is MappedStrategy:
                return unwrapped.pack(self.draw(unwrapped.mapped_strategy))
            if kind is OneOfStrategy and len(branches := unwrapped.element_strategies) > 1:
                return self.draw(branches[self.draw_integer(0, len(branches) - 1)])
            return unwrapped.do_draw(self)
        finally:
            self.depth -= 1

    def _draw_list(self, strategy: ListStrategy[Any]) -> list[Any]:
        least, most = strategy.min_size, strategy.max_size
        if least == most:
            return [self.draw(strategy.element_strategy) for _ in range(int(least))]
        p_continue = _calc_p_continue(strategy.average_size - least, most - least)
        items: list[Any] = []
        while self.draw_boolean(
            p_continue, forced=True if len(items) < least else False if len(items) >= most else None
        ):
            items.append(self.draw(strategy.element_strategy))
        return items

    def start_span(self, label: int) -> None:
        """Record the depth only, which strategies compare; spans are not kept."""
        self.depth += 1

    def stop_span(self, *, discard: bool = False) -> None:
        """Undo `start_span`."""
        self.depth -= 1

    def _pooled_constraints(self, choice_type: Any, constraints: Any) -> Any:
        return constraints

    def _draw(self, choice_type: Any, constraints: Any, *, observe: bool, forced: Any) -> Any:
        if len(self.recorded) == (MAX_CHOICES if self.prefix is None else len(self.prefix)):
            self.mark_overrun()
        if observe and self.prefix is not None:
            value = self._pop_choice(choice_type, constraints, forced=forced)
            value = value if forced is None else forced
        elif forced is None:
            value = getattr(self.provider, f"draw_{choice_type}")(**constraints)
        else:
            value = forced
        if observe:
            self.recorded.append(value)
        return value


class _Provider(HypothesisProvider):
    """Hypothesis' distribution; of its special constants only those in its fixed list."""

    _permitted: ClassVar[dict[Any, tuple[Any, ...]]] = {}

    def _maybe_draw_constant(self, choice_type: Any, constraints: Any, *, p: float = 0.05) -> Any:
        assert self._random is not None
        if self._random.random() > p:
            return None
        key = choice_type, choice_constraints_key(choice_type, constraints)
        if key not in self._permitted:
            candidates = GLOBAL_CONSTANTS.set_for_type(choice_type)
            self._permitted[key] = tuple(
                value for value in candidates if choice_permitted(value, constraints)
            )
        return self._random.choice(self._permitted[key]) if self._permitted[key] else None


def _no_test() -> None:
    """Do nothing: the test function that Hypothesis' `BuildContext` requires."""
