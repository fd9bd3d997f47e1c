"""Makes sheets and questions."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

ITEMS = (
    "apron", "bucket", "candle", "drill", "easel", "funnel", "gasket", "hammer", "inkpad", "jar",
    "kettle", "ladder", "mallet", "nozzle", "oilcan", "pliers", "quilt", "rake", "shovel", "tarp",
)  # fmt: skip
REGIONS = ("north", "east", "south", "west")
SPLITS = {"train": 800, "test": 200}


@dataclass(frozen=True)
class Row:
    """A line of the sheet."""

    item: str
    region: str
    units: int
    price: int


@dataclass(frozen=True)
class Task:
    """A sheet with a question."""

    sheet: str
    question: str
    answer: str


def layout(rows: list[Row]) -> str:
    """The sheet as text."""
    lines = ["| item | region | units | price |", "|---|---|---|---|"]
    for row in rows:
        lines.append(f"| {row.item} | {row.region} | {row.units} | {row.price} |")
    return "\n".join(lines)


def ask(rng: Random, rows: list[Row]) -> tuple[str, str]:
    """A question and its answer."""
    region = rng.choice(rows).region
    here = [row for row in rows if row.region == region]
    kind = rng.randrange(5)
    if kind == 0:
        return f"How many units does the region {region} have in total?", str(
            sum(r.units for r in here)
        )
    if kind == 1:
        value = sum(r.units * r.price for r in here)
        return f"What is the sum of units times price for the region {region}?", str(value)
    if kind == 2:
        return "Which item has the highest price?", max(rows, key=lambda r: r.price).item
    if kind == 3:
        limit = rng.randint(20, 60)
        count = sum(r.units > limit for r in rows)
        return f"How many rows have more than {limit} units?", str(count)
    spread = max(r.units for r in rows) - min(r.units for r in rows)
    return "What is the difference between the highest and the lowest number of units?", str(spread)


def make(split: str, index: int) -> Task:
    """The task with a number."""
    rng = Random(f"sheet {split} {index}")
    items = rng.sample(ITEMS, rng.randint(6, 18))
    prices = rng.sample(range(3, 90), len(items))
    rows = [
        Row(item, rng.choice(REGIONS), rng.randint(1, 99), price)
        for item, price in zip(items, prices, strict=True)
    ]
    question, answer = ask(rng, rows)
    return Task(layout(rows), question, answer)
