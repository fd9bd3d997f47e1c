"""After each step of a solution was taken back, its last step is not paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.taken_back import taken_back
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Machine(Env):
    """Pay with the coins of a purse."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"type": "string", "enum": ["insert", "cancel", "buy"]}
    )
    told = "`cancel` gives all coins back."
    limit = 20
    clears = True

    def begin(self) -> None:
        self.price = self.rng.randint(2, 5)
        self.purse, self.credit, self.held = 8, 0, 0

    def show(self) -> Message:
        return {"rules": self.told, "price": self.price, "purse": self.purse}

    def paid(self, action: Message) -> float:
        if action["do"] == "insert" and self.purse:
            self.purse, self.credit, self.held = self.purse - 1, self.credit + 1, self.held + 1
        elif action["do"] == "cancel":
            self.purse, self.held = self.purse + self.held, 0
            self.credit = 0 if self.clears else self.credit
        elif action["do"] == "buy" and self.credit >= self.price:
            self.over = True
            return 1.0
        return 0.0

    def oracle(self) -> Message:
        return {"do": "insert" if self.credit < self.price else "buy"}


class Paper(Machine):
    """Look up the price, and name it at the end: `back` goes back to the first page."""

    def paid(self, action: Message) -> float:
        if action["do"].startswith("buy"):
            self.over = True
            return float(action["do"] == f"buy {self.price}")
        self.purse = 7 if action["do"] == "insert" else 8
        return 0.0

    def oracle(self) -> Message:
        return {"do": "insert" if self.purse == 8 else f"buy {self.price}"}


def test_a_credit_that_stays_is_reported() -> None:
    pool = [{"do": name} for name in ("insert", "cancel", "buy")]
    taken_back(small_context(Machine, pool))
    with pytest.raises(PropertyViolated, match="after each step takes it back") as raised:
        taken_back(small_context(type("Keeps", (Machine,), {"clears": False}), pool))
    assert raised.value.episode is not None


def test_what_was_read_before_it_was_taken_back_may_be_answered() -> None:
    class Free(Paper):
        schema: ClassVar[dict[str, Any]] = small_schema(do={"type": "string"})

    with pytest.raises(NotApplicable, match="different actions"):
        taken_back(small_context(Free, [{"do": "insert"}, {"do": "cancel"}]))


def test_a_reply_that_each_action_sets_back_is_not_what_was_taken_back() -> None:
    """Here `cancel` takes nothing back: there is no such booking."""

    class Desk(Machine):
        told = "`cancel` undoes a booking and gives back what was paid."

        def begin(self) -> None:
            super().begin()
            self.results: list[str] = []

        def show(self) -> Message:
            return {"rules": self.told, "results": self.results}

        def paid(self, action: Message) -> float:
            self.results = ["room"] if action["do"] == "insert" else []
            return 0.0 if action["do"] == "cancel" else super().paid(action)

    pool = [{"do": name} for name in ("insert", "cancel", "buy", "wait")]
    with pytest.raises(NotApplicable, match="no action takes"):
        taken_back(small_context(Desk, pool))


def test_without_a_text_nothing_is_claimed() -> None:
    untold = type("Untold", (Machine,), {"clears": False, "told": "Buy."})
    with pytest.raises(NotApplicable, match="no text says"):
        taken_back(small_context(untold))
