"""Write the query that answers a question about a cafe's orders: conditions, an order, a limit."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Literal

from openenv.core.env_server import create_fastapi_app
from pydantic import BaseModel, Field

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
    hold_out,
)

DRINKS = ("latte", "espresso", "mocha", "cocoa")
SIZES = ("small", "large")
ORDERS = ("cheapest first", "dearest first", "lowest id first")
ROWS = 14
SCHEMA = "orders(id number, drink text, size text, price number)"


class Condition(BaseModel):
    """One condition of the WHERE clause."""

    column: Literal["id", "drink", "size", "price"] = Field(description="the column")
    op: Literal["=", "<", ">"] = Field(default="=", description="the comparison")
    value: str | int = Field(description="a text for drink and size, a number for id and price")


class CafeAction(VerifiedAction):
    """SELECT id FROM orders WHERE ... ORDER BY ... LIMIT ..."""

    where: list[Condition] = Field(default_factory=list, max_length=4, description="all must hold")
    order_by: Literal["id", "price"] = Field(default="id", description="how rows are ordered")
    descending: bool = Field(default=False, description="whether the order is reversed")
    limit: int = Field(default=100, ge=0, le=100, description="the most rows that are returned")


class CafeObservation(VerifiedObservation):
    """The question, and after the query the ids that it returned."""

    question: str = Field(default="", description="what the query must answer")
    schema_text: str = Field(default="", description="the columns of the table `orders`")
    returned: list[int] = Field(default_factory=list, description="the ids that were returned")


@dataclass
class Desk:
    """The table, the ids that answer the question, and those that the query returned."""

    rows: list[dict[str, Any]]
    expected: list[int]
    returned: list[int] | None = None


def tasks() -> TaskSet[tuple[str, str, str]]:
    """Level 1 asks for a drink, level 2 for a drink and a size."""
    train, test = {}, {}
    for level, sizes in ((1, ("",)), (2, SIZES)):
        specs = list(product(DRINKS, sizes, ORDERS))
        train[level], test[level] = hold_out(specs, len(specs) // 4, seed=3)
    return TaskSet({"train": train, "test": test})


class CafeEnvironment(VerifiedEnvironment[CafeAction, CafeObservation, VerifiedState, Desk]):
    """Pays 1 if the query returns exactly the ids that answer the question, in its order."""

    max_steps = 1
    tasks = tasks()
    reward = Reward(Column("right", lambda t: float(t.facts["right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, CafeObservation]:
        """Draw orders until at least two of them, and not all, answer the question."""
        assert setup.task is not None
        drink, size, order = setup.task.payload
        key = "id" if order.startswith("lowest") else "price"
        wanted: list[dict[str, Any]] = []
        while not 2 <= len(wanted) < ROWS:
            rows = draw_rows(rng)
            wanted = [row for row in rows if row["drink"] == drink and size in ("", row["size"])]
        wanted.sort(key=lambda row: row[key], reverse=order.startswith("dearest"))
        asked = f"all {size} {drink} orders" if size else f"all {drink} orders"
        question = f"Return the ids of {asked}, {order}."
        desk = Desk(rows, [row["id"] for row in wanted])
        return desk, CafeObservation(question=question, schema_text=SCHEMA)

    def advance(self, game: Desk, action: CafeAction) -> CafeObservation:
        """Run the query."""
        kept = [row for row in game.rows if all(holds(row, each) for each in action.where)]
        kept.sort(key=lambda row: row[action.order_by], reverse=action.descending)
        game.returned = [row["id"] for row in kept[: action.limit]]
        return CafeObservation(schema_text=SCHEMA, returned=game.returned, done=True)

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """Whether the rows agree with the answer, in order."""
        return {"right": game.returned == game.expected}


def draw_rows(rng: Random) -> list[dict[str, Any]]:
    """A table of orders."""
    ids, prices = rng.sample(range(100, 1000), ROWS), rng.sample(range(200, 600), ROWS)
    return [
        {"id": number, "drink": rng.choice(DRINKS), "size": rng.choice(SIZES), "price": price}
        for number, price in zip(ids, prices, strict=True)
    ]


def holds(row: dict[str, Any], condition: Condition) -> bool:
    """Whether a condition holds; a value of another type than the column never matches."""
    cell, value = row[condition.column], condition.value
    if isinstance(cell, str) != isinstance(value, str):
        return False
    if condition.op == "=":
        return bool(cell == value)
    return bool(cell < value) if condition.op == "<" else bool(cell > value)


app = create_fastapi_app(CafeEnvironment, CafeAction, CafeObservation)
