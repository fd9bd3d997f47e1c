"""Levels that hold something else than the README's table says are reported."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants import stated_levels
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_TABLE = """# Sorting

| level | tools to sort | moves at most |
|---|---|---|
| 1 | 3 | 9 |
| 2 | 5 | 9 |
| 3 | 7 | 9 |

A composition has exactly that many tools.
"""


class Tools(Env):
    """Tools are named in the order that is shown."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1
    counts: ClassVar[dict[int, int]] = {1: 3, 2: 5, 3: 7}

    def reset(
        self, seed: int | None = None, level: Literal[1, 2, 3] = 1, **options: Any
    ) -> Message:
        return super().reset(seed, level=level)

    def list_levels(self) -> list[int]:
        return [1, 2, 3]

    def begin(self) -> None:
        count = self.counts[self.options["level"]]
        self.tools = [f"tool{self.rng.randrange(100)}" for _ in range(count)]

    def show(self) -> Message:
        return {"tools": self.tools}

    def paid(self, action: Message) -> float:
        return float(action["text"] == " ".join(self.tools))

    def oracle(self) -> Message:
        return {"text": " ".join(self.tools)}


class OneForAll(Tools):
    counts: ClassVar[dict[int, int]] = {1: 3, 2: 3, 3: 3}


class OftenFewer(Tools):
    """The tools are shown in one text, and a part of the tasks has fewer."""

    def begin(self) -> None:
        super().begin()
        self.tools = self.tools[: 2 + 5 * (self.rng.random() < 0.5)]

    def show(self) -> Message:
        return {"row": "+".join(self.tools)}


def _check(env_class: type[Env], table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stated_levels, "readme_texts", lambda _: [table])
    monkeypatch.setattr(stated_levels, "task_sentences", lambda _: table.splitlines())
    stated_levels.stated_levels(small_context(env_class))


def test_a_level_with_another_number_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PropertyViolated, match="says 'tools to sort': 5 at level 2, but"):
        _check(OneForAll, _TABLE, monkeypatch)


def test_answers_that_need_fewer_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PropertyViolated, match="the parts of the answer of the oracle's solutions"):
        _check(OftenFewer, _TABLE, monkeypatch)


def test_fewer_is_no_problem_where_no_text_says_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    _check(OftenFewer, _TABLE.replace("exactly", "about"), monkeypatch)


def test_levels_as_the_table_says_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    _check(Tools, _TABLE, monkeypatch)


@pytest.mark.parametrize("table", ["", _TABLE.replace("tools to sort", "tools, up to")])
def test_without_exact_numbers_nothing_is_compared(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotApplicable, match="no README has a table"):
        _check(Tools, table, monkeypatch)
