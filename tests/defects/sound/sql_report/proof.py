"""Evidence from the author: how reports are written, and what must earn nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import SqlReportAction, SqlReportObservation

Policy = Callable[[Any, SqlReportObservation], SqlReportAction]

declared = {"max_steps": 8, "success_reward": 1.0, "levels": (1, 2, 3), "deterministic": True}


def _written(text: str) -> str:
    """The query for a question, from its words."""
    if text.startswith("Per month"):
        first, last = re.findall(r"\d+", text)
        return (
            f"SELECT month, COUNT(id) FROM orders WHERE month >= {first} AND month <= {last} "
            "GROUP BY 1 ORDER BY 1"
        )
    if text.startswith("Per category"):
        (low,) = re.findall(r"\d+", text)
        return (
            "SELECT category, SUM(price * quantity) FROM products "
            "JOIN orders ON products.id = product_id "
            f"WHERE quantity >= {low} GROUP BY category ORDER BY category"
        )
    category = re.search(r"category (\w+):", text)[1]
    return (
        "SELECT city, COUNT(DISTINCT customer_id), SUM(quantity) FROM customers "
        "JOIN orders ON customers.id = customer_id JOIN products ON products.id = product_id "
        f"WHERE category = '{category}' GROUP BY city ORDER BY city"
    )


def oracle(env: Any, observation: SqlReportObservation) -> SqlReportAction:
    """Looks once, then hands in a query written from the question alone."""
    if observation.queries_left == 8:
        return SqlReportAction(kind="query", sql="SELECT COUNT(*) FROM orders")
    return SqlReportAction(kind="report", sql=_written(observation.question))


def null(env: Any, observation: SqlReportObservation) -> SqlReportAction:
    """Hands in nothing."""
    return SqlReportAction(kind="report", sql="")


def actions() -> st.SearchStrategy[SqlReportAction]:
    """Queries of all sorts."""
    texts = st.sampled_from(
        [
            "SELECT * FROM customers",
            "SELECT month, COUNT(*) FROM orders GROUP BY month ORDER BY month",
            "SELECT category, SUM(price) FROM products GROUP BY category",
            "WITH big AS (SELECT * FROM orders WHERE quantity > 5) SELECT COUNT(*) FROM big",
            "SELECT nothing FROM nowhere",
            "DROP TABLE orders",
        ]
    )
    kinds = st.sampled_from(["query", "query", "report"])
    return st.builds(SqlReportAction, kind=kinds, sql=st.one_of(texts, st.text(max_size=30)))


def invalid() -> list[SqlReportAction]:
    """Statements that never run."""
    return [
        SqlReportAction(kind="query", sql=sql)
        for sql in (
            "",
            "DELETE FROM orders",
            "UPDATE orders SET month = 1",
            "SELECT",
            "PRAGMA table_info(orders)",
        )
    ]


def secrets(env: Any) -> list[str]:
    """The query that answers the question."""
    return [env._question.sql]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Reports without the work."""
    yield "empty result", lambda env, seen: SqlReportAction(kind="report", sql="SELECT 1 WHERE 0")
    yield "everything", lambda env, seen: SqlReportAction(kind="report", sql="SELECT * FROM orders")
    yield "broken", lambda env, seen: SqlReportAction(kind="report", sql="SELECT (")
