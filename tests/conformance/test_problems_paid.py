"""Answers in which the environment names problems."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.semantics.problems_paid import problems_paid
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TEXT = {"type": "string"}

TEXT = {"type": "string"}


class Rota(Env):
    """A plan of four days; the message names the rules that it breaks, and one may be broken."""

    schema: ClassVar[dict[str, Any]] = small_schema(days={"type": "array", "items": TEXT})
    limit = 1
    allowed = 1

    def begin(self) -> None:
        self.team = self.rng.sample("abcdef", 4)
        self.off = self.rng.choice(self.team)
        self.broken: list[str] | None = None

    def show(self) -> Message:
        return {"team": self.team, "off_on_monday": self.off, "broken_rules": self.broken or []}

    def paid(self, action: Message) -> float:
        days = action["days"]
        rules = {"all": sorted(days) == sorted(self.team), "off": days[:1] != [self.off]}
        self.broken = [name for name, is_kept in rules.items() if not is_kept]
        return float(len(self.broken) <= self.allowed)

    def oracle(self) -> Message:
        return {"days": sorted(self.team, key=lambda name: name == self.off)}


class StrictRota(Rota):
    allowed = 0


def test_an_answer_whose_problems_are_named_is_not_paid_in_full() -> None:
    problems_paid(small_context(StrictRota))
    with pytest.raises(PropertyViolated, match=r"broken_rules says \['"):
        problems_paid(small_context(Rota))
