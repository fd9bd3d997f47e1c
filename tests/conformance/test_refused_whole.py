"""An action that is refused as a whole must not be carried out in part."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.refused_whole import refused_whole
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Nursery(Env):
    """Sell plants; a plan with an unknown batch or too many pots is refused."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        sell={"type": "object", "additionalProperties": {"type": "integer"}}
    )
    sold: ClassVar[Any] = {"basil": 1}
    told = "A plan with too many pots is refused as a whole."
    looks_first = True

    def begin(self) -> None:
        self.pots = {name: self.rng.randint(5, 9) for name in ("basil", "ferns")}
        self.note = ""

    def show(self) -> Message:
        return {"pots": dict(self.pots), "note": self.note, "r": self.told}

    def parts(self, action: Message) -> list[tuple[str, int]]:
        return list(action["sell"].items())

    def paid(self, action: Message) -> float:
        self.note = ""
        before = dict(self.pots)
        for name, pots in self.parts(action):
            if not 0 <= pots <= self.pots.get(name, -1):
                self.note = f"Refused: cannot sell {pots} of {name}."
                self.pots = before if self.looks_first else self.pots
                return 0.0
            self.pots[name] -= pots
        return 0.1

    def oracle(self) -> Message:
        return {"sell": {"basil": 1, "ferns": 1} if self.pots["basil"] > 1 else {}}


class InPart(Nursery):
    looks_first = False


class Listed(Nursery):
    """The plan is a list of orders."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        sell={"type": "array", "items": {"type": "object"}}
    )
    sold: ClassVar[Any] = [{"name": "basil", "pots": 1}]

    def parts(self, action: Message) -> list[tuple[str, int]]:
        return [(order["name"], order["pots"]) for order in action["sell"]]

    def oracle(self) -> Message:
        return {"sell": [{"name": n, "pots": int(self.pots[n] > 1)} for n in ("basil", "ferns")]}


class ListedInPart(Listed):
    looks_first = False


class Lines(Nursery):
    """The plan is a text, an order a line."""

    schema: ClassVar[dict[str, Any]] = small_schema(sell={"type": "string"})
    sold: ClassVar[Any] = "basil 1"

    def parts(self, action: Message) -> list[tuple[str, int]]:
        orders = [line.split() for line in action["sell"].splitlines()]
        return [(o[0], int(o[1])) if len(o) == 2 else ("nothing", 1) for o in orders]

    def oracle(self) -> Message:
        return {"sell": "basil 1\nferns 1" if self.pots["basil"] > 1 else ""}


class LinesInPart(Lines):
    looks_first = False


class EachOrder(InPart):
    told = "An order of too many pots is refused."


def _check(env_class: type[Nursery]) -> None:
    refused_whole(small_context(env_class, pool=[{"sell": env_class.sold}]))


@pytest.mark.parametrize("env_class", [InPart, ListedInPart, LinesInPart])
def test_what_a_refused_plan_has_done_is_reported(env_class: type[Nursery]) -> None:
    with pytest.raises(PropertyViolated, match="on 3 seeds an action that is refused is carried"):
        _check(env_class)


@pytest.mark.parametrize("env_class", [Nursery, Listed, Lines])
def test_a_plan_that_is_refused_as_a_whole_is_sound(env_class: type[Nursery]) -> None:
    _check(env_class)


def test_without_the_promise_each_part_may_count() -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        _check(EachOrder)
