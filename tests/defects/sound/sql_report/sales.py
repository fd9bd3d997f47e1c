"""A random sales database, and the questions that a report answers."""

from dataclasses import dataclass
from random import Random

SCHEMA = """\
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price INTEGER);
CREATE TABLE orders (
    id INTEGER PRIMARY KEY, customer_id INTEGER, product_id INTEGER, quantity INTEGER, month INTEGER
);
"""
NAMES = ["Ada", "Bo", "Cem", "Dina", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lea"]
CITIES = ["Oslo", "Porto", "Quito", "Riga"]
GOODS = {
    "tea": "pantry",
    "rice": "pantry",
    "soap": "home",
    "lamp": "home",
    "ball": "sport",
    "rope": "sport",
}


@dataclass(frozen=True)
class Question:
    """A question in words, and the query that answers it."""

    text: str
    sql: str


def fill(rng: Random) -> list[tuple[str, tuple]]:
    """The INSERT statements of a database, with their values."""
    statements = []
    for number, name in enumerate(rng.sample(NAMES, 8), 1):
        statements.append(
            ("INSERT INTO customers VALUES (?, ?, ?)", (number, name, rng.choice(CITIES)))
        )
    for number, (name, category) in enumerate(GOODS.items(), 1):
        statements.append(
            (
                "INSERT INTO products VALUES (?, ?, ?, ?)",
                (number, name, category, rng.randint(2, 40)),
            )
        )
    for number in range(1, 61):
        values = (
            number,
            rng.randint(1, 8),
            rng.randint(1, 6),
            rng.randint(1, 9),
            rng.randint(1, 12),
        )
        statements.append(("INSERT INTO orders VALUES (?, ?, ?, ?, ?)", values))
    return statements


def question(rng: Random, level: int) -> Question:
    """A question of a level: 1 is about one table, 2 joins two, 3 joins all."""
    if level == 1:
        first = rng.randint(1, 10)
        return Question(
            f"Per month from {first} to {first + 2} in which anything was ordered: "
            "the month and the number of"
            " orders, by month.",
            f"SELECT month, COUNT(*) FROM orders WHERE month BETWEEN {first} AND {first + 2}"
            " GROUP BY month ORDER BY month",
        )
    if level == 2:
        low = rng.randint(2, 5)
        return Question(
            "Per category: the category and its revenue (price times quantity) "
            f"from orders of at least {low}"
            " pieces, by category.",
            "SELECT p.category, SUM(p.price * o.quantity) FROM orders o "
            "JOIN products p ON p.id = o.product_id"
            f" WHERE o.quantity >= {low} GROUP BY p.category ORDER BY p.category",
        )
    category = rng.choice(sorted(set(GOODS.values())))
    return Question(
        f"Per city with orders in the category {category}: "
        "the city, the number of different customers who"
        " ordered, and the pieces they ordered, by city.",
        "SELECT c.city, COUNT(DISTINCT c.id), SUM(o.quantity) FROM orders o"
        " JOIN customers c ON c.id = o.customer_id JOIN products p ON p.id = o.product_id"
        f" WHERE p.category = '{category}' GROUP BY c.city ORDER BY c.city",
    )
