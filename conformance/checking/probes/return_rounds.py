"""Rounds of steps that take something and give it back: at once, in parts, or out of a package."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.message_content import scalars_without_counters
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of, value_at
from hallmark_rl.conformance.survey.survey_data import Rollout

_QUANTITIES = (100, 60, 30, 12, 6)
"""Quantities where the action has no greatest one."""
_SHARES = (1.0, 0.75, 0.5, 0.25)
"""Shares of the greatest quantity that are tried."""
_PARTS = (1, 2, 3, 5)
_PACKAGES = (1, 3)
"""How many packages are taken and opened."""
_RETURN = re.compile(r"return|refund|cancel|undo|(^|[\W_])(back|restock|exchange)([\W_]|$)", re.I)
"""What an action is called that gives back what was bought. A sale is not: it may earn a profit."""


@dataclass(frozen=True)
class InParts:
    """A step with a quantity, and another choice with the same quantity, one of them in parts.

    Attributes:
        choice: the place of the action that says what is done.
        amount: the place of the quantity.
        there: the choice of the first step; None for that of a solution's first step.
        back: the choice that may take it back.
        quantity: the quantity; None for that of a solution's first step.
        parts: into how many parts one of the two is divided.
        back_in_parts: whether it is the second one.
    """

    choice: Slot
    amount: Slot
    there: Any
    back: Any
    quantity: int | None
    parts: int
    back_in_parts: bool

    def steps(self, context: CheckContext, solution: Rollout) -> list[Action]:
        """The actions; empty if there is no such quantity, or the choices are the same."""
        base = solution.actions[0] if self.quantity is None else _smallest(context)
        there = value_at(base, self.choice) if self.there is None else self.there
        quantity = value_at(base, self.amount) if self.quantity is None else self.quantity
        if type(quantity) is not int or quantity < self.parts or there == self.back:
            return []
        size, rest = divmod(quantity, self.parts)
        split = [size] * self.parts + [rest] * bool(rest)
        first, second = ([quantity], split) if self.back_in_parts else (split, [quantity])
        return [
            *(self._step(base, there, part) for part in first),
            *(self._step(base, self.back, part) for part in second),
        ]

    def _step(self, base: Action, choice: Any, quantity: int) -> Action:
        return filled(filled(base, self.choice, choice), self.amount, quantity)


@dataclass(frozen=True)
class Opened:
    """Packages are taken and opened, and what was in them is given back.

    Attributes:
        choice: the place of the action that says what is done.
        amount: the place of the quantity.
        names: the choices of the three steps.
        packages: how many packages are taken and opened.
    """

    choice: Slot
    amount: Slot
    names: tuple[Any, Any, Any]
    packages: int

    def steps(self, context: CheckContext, solution: Rollout) -> list[Action]:
        """The actions; empty if opening makes nothing more than there was before."""
        base = solution.actions[0]
        *opening, back = (filled(base, self.choice, name) for name in self.names)
        opening = [filled(action, self.amount, self.packages) for action in opening]
        if not all(map(context.source.valid, opening)):
            return []
        responses = [last_response(context, solution.seed, opening[:count]) for count in range(3)]
        messages = [
            scalars_without_counters(response.data or {})
            for response in responses
            if response is not None and not response.done
        ]
        if len(messages) < 3:
            return []
        first, taken, opened = messages
        gains = [
            new - first[path]
            for path, new in opened.items()
            if type(new) is int and type(first.get(path)) is int and new > first[path]
            if taken.get(path) == first[path]
        ]
        return [*opening, filled(back, self.amount, max(gains))] if gains else []


def _smallest(context: CheckContext) -> Action:
    return context.source.minimal() or next(iter(context.pool), {})


def return_rounds(context: CheckContext) -> Iterator[InParts | Opened]:
    """Rounds with a solution's own choice and quantity, then with all choices and some others."""
    slots = slots_of(context.source, _smallest(context))
    choices = [slot for slot in slots if 1 < len(slot.choices) <= 8]
    amounts = [slot for slot in slots if slot.kinds == {"integer"} and not slot.choices]
    for choice, amount in itertools.product(choices, amounts):
        for parts, back, in_parts in itertools.product(_PARTS, choice.choices, (True, False)):
            yield InParts(choice, amount, None, back, None, parts, in_parts)
        for back in choice.choices if len(choice.choices) > 3 else ():
            others = [name for name in choice.choices if name != back]
            for there, between in itertools.permutations(others, 2) if gives_back(back) else ():
                for packages in _PACKAGES:
                    yield Opened(choice, amount, (there, between, back), packages)
        for quantity, parts in itertools.product(_quantities(amount), _PARTS):
            for there, back in itertools.permutations(choice.choices, 2):
                for in_parts in (True, False):
                    yield InParts(choice, amount, there, back, quantity, parts, in_parts)


def gives_back(choice: Any) -> bool:
    """Whether a choice of an action is called like one that gives back what was bought."""
    return isinstance(choice, str) and _RETURN.search(choice) is not None


def _quantities(slot: Slot) -> list[int]:
    if slot.bounds is None:
        return list(_QUANTITIES)
    return list(dict.fromkeys(int(slot.bounds[1] * share) for share in _SHARES))
