"""The author's evidence for the queries."""

import re
from collections.abc import Iterator
from typing import Any

from env import CafeAction, CafeObservation, Condition
from hypothesis import strategies as st

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}

_QUESTION = re.compile(r"ids of all (?:(small|large) )?(\w+) orders, (\w+)")


def oracle(env: Any, seen: CafeObservation) -> CafeAction:
    """Reads the question and writes the query; its limit is larger than needed."""
    match = _QUESTION.search(seen.question)
    assert match
    size, drink, order = match.groups()
    where = [Condition(column="drink", value=drink)]
    if size:
        where.append(Condition(column="size", value=size))
    key = "id" if order == "lowest" else "price"
    return CafeAction(where=where, order_by=key, descending=order == "dearest")


def null(env: Any, seen: CafeObservation) -> CafeAction:
    """Asks for the whole table."""
    return CafeAction()


def actions() -> st.SearchStrategy[CafeAction]:
    """Queries with up to two conditions."""
    conditions = st.builds(
        Condition,
        column=st.sampled_from(["id", "drink", "size", "price"]),
        op=st.sampled_from(["=", "<", ">"]),
        value=st.sampled_from(["latte", "mocha", "small"]) | st.integers(0, 1000),
    )
    return st.builds(
        CafeAction,
        where=st.lists(conditions, max_size=2),
        order_by=st.sampled_from(["id", "price"]),
        descending=st.booleans(),
    )


def exploits() -> Iterator[tuple[str, Any]]:
    """Queries that do not depend on the question."""
    yield "whole table", lambda env, seen: CafeAction(order_by="price")
    yield "claims", lambda env, seen: CafeAction(metadata={"right": True, "reward": 1.0})
