"""Answers to later questions must not repeat those to earlier ones in turn."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.answer_series import answer_series
from tests.conformance.small_environment import Env, Message, small_context, small_schema

KINDS = ("red", "blue", "green", "white")


class Shift(Env):
    """Ten cases in a shift; the number of a case modulo four tells its kind."""

    schema: ClassVar[dict[str, Any]] = small_schema(kind={"enum": [*KINDS, "none"]})
    limit = 10

    def begin(self) -> None:
        self.kinds = self.drawn()
        self.cases = [4 * self.rng.randrange(10**6) + kind for kind in self.kinds]

    def drawn(self) -> list[int]:
        return [self.rng.randrange(4) for _ in range(10)]

    def show(self) -> Message:
        return {"case": f"c{self.cases[min(self.count, 9)]}", "rules": "by the rest of four"}

    def paid(self, action: Message) -> float:
        return float(action["kind"] == KINDS[self.kinds[self.count - 1]]) / 10

    def oracle(self) -> Message:
        return {"kind": KINDS[self.kinds[self.count]]}


class DealtTwice(Shift):
    """Five are drawn, and come again in the same order."""

    def drawn(self) -> list[int]:
        return 2 * [self.rng.randrange(4) for _ in range(5)]


class OneKindEach(Shift):
    """One kind is right for a whole shift."""

    def drawn(self) -> list[int]:
        return [self.rng.randrange(4)] * 10


class Walk(Shift):
    """Steps of a walk to and fro: the next place depends on the step."""

    def begin(self) -> None:
        self.place, self.start = 0, self.rng.randrange(2)

    def show(self) -> Message:
        return {"case": f"p{self.place}"}

    def paid(self, action: Message) -> float:
        self.place = 7 * self.place + KINDS.index(action["kind"]) + 1
        return float(action["kind"] == KINDS[(self.start + self.count - 1) % 2]) / 10

    def oracle(self) -> Message:
        return {"kind": KINDS[(self.start + self.count) % 2]}


class Rooms(OneKindEach):
    """How many rooms to let each night: a number that the whole week may have in common."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        rooms={"type": "integer", "minimum": 0, "maximum": 200}
    )

    def paid(self, action: Message) -> float:
        return super().paid({"kind": KINDS[min(action["rooms"], 3)]})

    def oracle(self) -> Message:
        return {"rooms": self.kinds[self.count]}


class Shelves(Rooms):
    """The same with the number of one of four shelves."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        rooms={"type": "integer", "minimum": 0, "maximum": 3}
    )


def test_answers_that_come_again_are_reported() -> None:
    answer_series(small_context(Shift))
    with pytest.raises(PropertyViolated, match="the right 'kind' is the one 5 questions before"):
        answer_series(small_context(DealtTwice))
    with pytest.raises(PropertyViolated, match="the right 'kind' is the one before"):
        answer_series(small_context(OneKindEach))


def test_moves_are_no_answers() -> None:
    with pytest.raises(NotApplicable, match="asks several questions"):
        answer_series(small_context(Walk))


def test_an_amount_may_be_the_same_again() -> None:
    with pytest.raises(NotApplicable, match="asks several questions"):
        answer_series(small_context(Rooms))
    with pytest.raises(PropertyViolated, match="the right 'rooms' is the one before"):
        answer_series(small_context(Shelves))
