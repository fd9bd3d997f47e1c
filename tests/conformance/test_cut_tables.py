"""A table that is shown up to a line, while questions are about all of it, is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics import cut_tables as module
from hallmark_rl.conformance.properties.semantics.cut_tables import cut_tables
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Sums(Env):
    """Add the numbers of a table of 4 to 12 lines."""

    schema: ClassVar[dict[str, Any]] = small_schema(total={"type": "integer"})
    limit = 1
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0}
    shown = 99

    def begin(self) -> None:
        self.rows = [self.rng.randint(1, 9) for _ in range(self.rng.randint(4, 12))]

    def show(self) -> Message:
        return {"table": "\n".join(map(str, self.rows[: self.shown]))}

    def paid(self, action: Message) -> float:
        return float(action["total"] == sum(self.rows))

    def oracle(self) -> Message:
        return {"total": sum(self.rows[: self.shown])}


class Cut(Sums):
    shown = 8


class CutList(Cut):
    def show(self) -> Message:
        return {"table": {"rows": self.rows[: self.shown]}}


class CutAside(Cut):
    """The lines that are not shown do not count."""

    def begin(self) -> None:
        super().begin()
        self.rows = self.rows[:8]


class OftenWrong(CutAside):
    """The oracle fails anywhere."""

    def oracle(self) -> Message:
        return {"total": sum(self.rows) + (self.rows[0] < 4)}


@pytest.mark.parametrize("env_class", [Cut, CutList])
def test_a_table_that_is_cut_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(
        PropertyViolated, match=r"has 8 lines, and on none of \d+ on which it has f"
    ):
        cut_tables(small_context(env_class))


@pytest.mark.parametrize("env_class", [CutAside, OftenWrong])
def test_equal_lengths_alone_say_nothing(env_class: type[Env]) -> None:
    cut_tables(small_context(env_class))


def test_tables_of_any_length_are_not_cut() -> None:
    with pytest.raises(NotApplicable, match="one greatest length very often"):
        cut_tables(small_context(Sums))


def test_few_episodes_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SEEDS", 20)
    with pytest.raises(EvidenceMissing, match="20 episodes could be played, 24 are needed"):
        cut_tables(small_context(Cut))
