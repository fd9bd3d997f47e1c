"""Ledgers: the clean sales, and how an export spoils them."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from random import Random

HEADER = ["customer", "date", "amount"]
SALES = {1: 5, 2: 10, 3: 16}
REPEATS = {1: 1, 2: 2, 3: 5}
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_FIRST = [
    "amina",
    "bjorn",
    "clara",
    "diego",
    "elif",
    "farid",
    "greta",
    "hiro",
    "ines",
    "jonas",
    "kaya",
    "luca",
]
_LAST = [
    "abebe",
    "brandt",
    "costa",
    "duarte",
    "eriksen",
    "fuchs",
    "gomez",
    "hansen",
    "ito",
    "jensen",
    "kowalski",
]

Sale = tuple[str, str, str]


def draw_sales(rng: Random, count: int) -> list[Sale]:
    """Clean sales, all different."""
    sales: list[Sale] = []
    while len(sales) < count:
        name = f"{rng.choice(_FIRST)} {rng.choice(_LAST)}".title()
        day = date(2024, 1, 1) + timedelta(days=rng.randrange(366))
        sale = (name, day.isoformat(), f"{rng.randrange(150, 400000) / 100:.2f}")
        if sale not in sales:
            sales.append(sale)
    return sales


def spoil(rng: Random, sale: Sale) -> str:
    """One line of the export for a clean sale. The date is never in ISO form."""
    name, day, amount = sale
    first, last = name.split()
    name = rng.choice(
        [name.upper(), name.lower(), f"  {first}   {last} ", f"{first.lower()} {last}"]
    )
    parsed = date.fromisoformat(day)
    day = rng.choice(
        [f"{parsed:%d.%m.%Y}", f"{parsed.day} {MONTHS[parsed.month - 1]} {parsed.year}"]
    )
    money = f"{float(amount):,.2f}"
    money = rng.choice([f"EUR {money}", f"{money} EUR", f"\u20ac{money}", money])
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([name, day, money])
    return out.getvalue()


def export(rng: Random, sales: list[Sale], repeats: int) -> str:
    """The messy file."""
    lines = [spoil(rng, sale) for sale in sales]
    for _ in range(repeats):
        source = rng.randrange(len(sales))
        lines.append(spoil(rng, sales[source]))
    for _ in range(rng.randrange(1, 4)):
        lines.insert(rng.randrange(1, len(lines)), rng.choice(["", ",,", "   "]))
    return "\n".join(["Customer ;Date ;Amount".replace(" ;", ","), *lines]) + "\n"


def read_rows(text: str) -> list[list[str]]:
    """The rows of a submitted file; blank lines do not count."""
    try:
        return [row for row in csv.reader(io.StringIO(text)) if row]
    except csv.Error:
        return []


def grade(text: str, sales: list[Sale]) -> float:
    """The share of the lines that are right."""
    rows = read_rows(text)
    if not rows or rows[0] != HEADER:
        return 0.0
    body = rows[1:]
    right = sum(tuple(row) == sale for row, sale in zip(body, sales, strict=False))
    return right / max(len(sales), len(body))
