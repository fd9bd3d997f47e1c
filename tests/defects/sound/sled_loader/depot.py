"""Items, manifests, weights, and the best load."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from random import Random

NAMES = (
    "pemmican", "tent", "stove", "paraffin", "rope", "biscuits", "dog food", "furs", "ice axe",
    "sextant", "lamp", "medicine chest", "rifle", "snow shoes",
)  # fmt: skip
KINDS = {1: 5, 2: 7, 3: 9}
_LINE = re.compile(r"(\d{1,3}) ([a-z ]+)")


@dataclass(frozen=True)
class Item:
    """A kind of item. Weights are multiples of 100 g."""

    name: str
    grams: int
    points: int
    stock: int


def stock_up(rng: Random, level: int) -> tuple[list[Item], int]:
    """The items of a depot, and the limit of the sled in kilograms."""
    items = [
        Item(name, rng.randrange(300, 4900, 100), rng.randrange(5, 40), rng.randrange(1, 5))
        for name in rng.sample(NAMES, KINDS[level])
    ]
    everything = sum(item.grams * item.stock for item in items)
    return items, max(5, everything * 45 // 100000)


def read(manifest: str) -> Counter[str] | None:
    """How many of each name the manifest lists; None if it cannot be read."""
    counts: Counter[str] = Counter()
    if not manifest.strip():
        return counts
    for part in manifest.split(","):
        found = _LINE.fullmatch(part.strip())
        if found is None:
            return None
        counts[found[2]] += int(found[1])
    return counts


def weight(item: Item, count: int) -> float:
    """The weight of some items of a kind in kilograms."""
    return item.grams * count / 1000


def load(items: list[Item], counts: Counter[str]) -> float:
    """The weight of a manifest in kilograms."""
    return round(sum(weight(item, counts[item.name]) for item in items), 3)


def usefulness(items: list[Item], counts: Counter[str]) -> int:
    """The points of a manifest."""
    return sum(item.points * counts[item.name] for item in items)


def best_load(items: list[Item], limit_kg: int) -> Counter[str]:
    """The manifest with the most points within the limit, found over steps of 100 g."""
    room = limit_kg * 10
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())] * (room + 1)
    for item in items:
        step = item.grams // 100
        best = [
            max(
                (
                    best[space - step * count][0] + item.points * count,
                    (*best[space - step * count][1], count),
                )
                for count in range(item.stock + 1)
                if step * count <= space
            )
            for space in range(room + 1)
        ]
    return Counter(
        {item.name: count for item, count in zip(items, best[room][1], strict=True) if count}
    )


def problem(items: list[Item], limit_kg: int, counts: Counter[str] | None) -> str:
    """Why the sled cannot leave with these items, or an empty text."""
    if counts is None:
        return "the manifest cannot be read"
    stock = {item.name: item.stock for item in items}
    if any(count > stock.get(name, 0) for name, count in counts.items()):
        return "the depot does not have all of this"
    if load(items, counts) > limit_kg:
        return "the sled is too heavy"
    return ""
