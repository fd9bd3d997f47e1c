"""Random shop pages, and the reader of answers."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from random import Random

ADJECTIVES = ("Oak", "Steel", "Linen", "Amber", "Nordic", "Velvet", "Copper", "Slate", "Coral")
NOUNS = ("Lamp", "Kettle", "Chair", "Basket", "Clock", "Mirror", "Rug", "Vase", "Shelf", "Stool")
Row = tuple[str, int]
"""A name and a price in cents."""
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class Product:
    """A product of the shop."""

    name: str
    cents: int
    stock: bool
    hidden: bool = False


@dataclass(frozen=True)
class Page:
    """A page, the limit of the instruction in cents, and the right rows."""

    html: str
    limit: int
    gold: tuple[Row, ...]


def draw(rng: Random, level: int) -> Page:
    """A page with 14 products, of which 3 to 5 are asked for."""
    limit = rng.randrange(30, 70) * 100
    names = rng.sample([f"{a} {n}" for a in ADJECTIVES for n in NOUNS], 14)
    wanted = rng.randrange(3, 6)
    products = []
    for place, name in enumerate(names):
        if place < wanted:
            product = Product(name, rng.randrange(500, limit + 1), stock=True)
        elif place % 2:
            product = Product(name, rng.randrange(limit + 1, 20000), stock=rng.random() < 0.7)
        else:
            product = Product(name, rng.randrange(500, limit + 1), stock=False)
        products.append(product)
    gold = tuple((product.name, product.cents) for product in products[:wanted])
    if level == 2:
        products[-1] = Product(names[-1], rng.randrange(500, limit), stock=True, hidden=True)
    rng.shuffle(products)
    html = _table(products) if level == 1 else _cards(rng, products)
    return Page(html, limit, gold)


def _euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def _table(products: list[Product]) -> str:
    rows = "\n".join(
        f"<tr><td>{p.name}</td><td>&euro;{_euros(p.cents)}</td>"
        f"<td>{'in stock' if p.stock else 'sold out'}</td></tr>"
        for p in products
    )
    return (
        "<html><body><h1>Home shop</h1>\n<table>\n"
        f"<tr><th>Product</th><th>Price</th><th>Stock</th></tr>\n{rows}\n</table></body></html>"
    )


def _cards(rng: Random, products: list[Product]) -> str:
    cards = []
    for p in products:
        old = ""
        if rng.random() < 0.5:
            old = f"<s class='old'>{_euros(p.cents + rng.randrange(100, 900))}</s> "
        button = "<button>Add to basket</button>" if p.stock else "<em>Sold out</em>"
        card = (
            f"<div class='card'><h2>{p.name}</h2><p>{old}<b class='now'>{_euros(p.cents)}</b></p>"
            f"{button}</div>"
        )
        cards.append(f"<!-- {card} -->" if p.hidden else card)
        if rng.random() < 0.2:
            cards.append("<aside class='ad'>Free shipping above 49.00!</aside>")
    return "<html><body>\n" + "\n".join(cards) + "\n</body></html>"


def read_rows(text: str) -> list[Row] | None:
    """The rows of an answer; None if it contains no JSON list. Malformed rows are kept as wrong."""
    fenced = _FENCE.findall(text)
    source = fenced[-1] if fenced else text
    start, end = source.find("["), source.rfind("]")
    if start < 0 or end < start:
        return None
    try:
        items = json.loads(source[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return [_row(item) for item in items]


def _row(item: object) -> Row:
    if isinstance(item, dict):
        name, price = item.get("name"), item.get("price")
        if isinstance(name, str) and type(price) in (int, float) and abs(price) < 1e6:
            return name.strip(), round(price * 100)
    return "", -1


def precision_recall(rows: list[Row], gold: tuple[Row, ...]) -> tuple[float, float]:
    """How many of the rows are right, and how many of the right rows are there."""
    if not rows:
        return 0.0, 0.0
    hits = sum(row in gold for row in set(rows))
    return hits / len(rows), min(1.0, hits / len(gold))
