"""Tables that the agent empties must not make an empty query right."""

from __future__ import annotations

import sqlite3
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.query_preparations import query_preparations
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Shop(Env):
    """A query is run in every step; `submit` compares its rows with those of the reference."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        sql={"type": "string"}, kind={"enum": ["run", "submit"]}
    )
    compares_late: ClassVar[bool] = False
    runs_scripts: ClassVar[bool] = False

    def begin(self) -> None:
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE orders (price INTEGER)")
        prices = [(self.rng.randint(1, 99),) for _ in range(6)]
        self.db.executemany("INSERT INTO orders VALUES (?)", prices)
        self.sql = f"SELECT price FROM orders WHERE price >= {min(prices)[0]}"
        self.wanted = self.run(self.sql)

    def run(self, sql: str) -> list[Any]:
        try:
            if self.runs_scripts:
                *before, sql = sql.split(";")
                self.db.executescript(";".join(before))
            return self.db.execute(sql).fetchall()
        except (sqlite3.Error, sqlite3.Warning):
            return [("error",)]

    def paid(self, action: Message) -> float:
        rows = self.run(action["sql"])
        if action.get("kind", "run") == "run":
            return 0.0
        self.over = True
        return float(rows == (self.run(self.sql) if self.compares_late else self.wanted))

    def oracle(self) -> Message:
        return {"sql": self.sql, "kind": "submit"}


class ComparedLate(Shop):
    compares_late: ClassVar[bool] = True


class OneText(ComparedLate):
    """One step only, in which several statements are run."""

    schema: ClassVar[dict[str, Any]] = small_schema(sql={"type": "string"})
    limit = 1
    runs_scripts: ClassVar[bool] = True

    def paid(self, action: Message) -> float:
        return super().paid({**action, "kind": "submit"})


class FirstWordChecked(ComparedLate):
    """Statements that begin with another word than SELECT or WITH are refused."""

    def run(self, sql: str) -> list[Any]:
        first = sql.split("*/")[-1].split()[0].lower() if sql.split() else ""
        return super().run(sql) if first in ("select", "with") else [("refused",)]


class CommentsAreSkipped(ComparedLate):
    """A statement that begins with a comment is not looked at."""

    def run(self, sql: str) -> list[Any]:
        is_read = sql.lower().startswith(("select", "/*"))
        return super().run(sql) if is_read else [("refused",)]


class Plain(Shop):
    def oracle(self) -> Message:
        return {"sql": "all orders", "kind": "submit"}


def test_a_reference_that_was_computed_before_is_sound() -> None:
    query_preparations(small_context(Shop))


@pytest.mark.parametrize("env_class", [ComparedLate, OneText, FirstWordChecked, CommentsAreSkipped])
def test_a_reference_that_sees_what_the_agent_did_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="emptied or hidden") as raised:
        query_preparations(small_context(env_class))
    assert raised.value.episode is not None


def test_without_a_query_nothing_is_claimed() -> None:
    with pytest.raises(NotApplicable):
        query_preparations(small_context(Plain))
