"""A small spreadsheet: cells, formulas, and random budgets."""

import re
from random import Random

EXPENSES = {
    "housing": ("rent", "repairs", "insurance", "council tax"),
    "food": ("groceries", "canteen", "restaurants", "market"),
    "travel": ("fuel", "train pass", "bike service", "parking"),
    "leisure": ("cinema", "streaming", "sports club", "books"),
}
_SUM = re.compile(r"=SUM\(([A-Z])(\d+):([A-Z])(\d+)\)")
_PAIR = re.compile(r"=([A-Z]\d+|\d+(?:\.\d+)?)([-+*/])([A-Z]\d+|\d+(?:\.\d+)?)")


class SheetError(ValueError):
    """A value that cannot be written."""


def evaluate(value: str, cells: dict[str, str]) -> float:
    """The number that a value stands for."""
    text = value.strip().upper()
    if match := _SUM.fullmatch(text):
        column, first, last_column, last = match.groups()
        if column != last_column or not 0 < int(last) - int(first) + 1 <= 50:
            raise SheetError("a sum needs a range inside one column")
        return sum(_number(f"{column}{row}", cells) for row in range(int(first), int(last) + 1))
    if match := _PAIR.fullmatch(text):
        left, operator, right = match.groups()
        a, b = _number(left, cells), _number(right, cells)
        if operator == "/" and b == 0:
            raise SheetError("division by zero")
        return {"+": a + b, "-": a - b, "*": a * b, "/": a / b if b else 0.0}[operator]
    try:
        return float(text)
    except ValueError:
        raise SheetError("not a number or a formula") from None


def _number(name: str, cells: dict[str, str]) -> float:
    try:
        return float(cells.get(name, name))
    except ValueError:
        raise SheetError(f"{name} holds no number") from None


def draw(rng: Random, wanted: int) -> tuple[dict[str, str], list[tuple[str, str, float]]]:
    """A sheet, and the requested cells: name, description, right value."""
    rows = []
    for category in rng.sample(sorted(EXPENSES), 3):
        for name in rng.sample(EXPENSES[category], 2):
            planned = rng.randrange(2000, 60000) / 100
            rows.append((name, category, planned, round(planned * rng.uniform(0.6, 1.4), 2)))
    cells = {"A1": "name", "B1": "category", "C1": "planned", "D1": "spent"}
    for place, (name, category, planned, spent) in enumerate(rows, start=2):
        cells |= {f"A{place}": name, f"B{place}": category}
        cells |= {f"C{place}": f"{planned:.2f}", f"D{place}": f"{spent:.2f}"}
    total_planned = sum(row[2] for row in rows)
    total_spent = sum(row[3] for row in rows)
    category = rng.choice(sorted({row[1] for row in rows}))
    of_category = sum(row[3] for row in rows if row[1] == category)
    asked = [
        ("total planned", total_planned),
        ("total spent", total_spent),
        ("planned minus spent, over all rows", total_planned - total_spent),
        (f"spent on {category}", of_category),
        (f"share of {category} in all spending, from 0 to 1", of_category / total_spent),
        ("average spent per row", total_spent / len(rows)),
    ]
    chosen = rng.sample(asked, wanted)
    return cells, [(f"G{n}", what, value) for n, (what, value) in enumerate(chosen, start=2)]
