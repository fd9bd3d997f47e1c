"""The pools of the coast, and which of them are held out."""

from __future__ import annotations

from functools import cache
from random import Random

SIDE = 6
ZONES = 3
POOLS = 240
TRAINING = 180
SPLITS = ("train", "test")


@cache
def counts(pool: int) -> tuple[tuple[int, ...], ...]:
    """Anemones in every quadrat of a pool, row by row."""
    rng = Random(f"pool {pool}")
    rows: list[tuple[int, ...]] = []
    for _ in range(ZONES):
        base = round(4 * 10 ** rng.uniform(0.0, 1.3))
        cells = [base + extra for extra in (-1, 0, 1) for _ in range(2 * SIDE // 3)]
        rng.shuffle(cells)
        rows += [tuple(cells[:SIDE]), tuple(cells[SIDE:])]
    return tuple(rows)


def total(pool: int) -> int:
    """All anemones of a pool."""
    return sum(map(sum, counts(pool)))


@cache
def pools_of(split: str) -> tuple[int, ...]:
    """The numbers of the pools of a split."""
    numbers = list(range(POOLS))
    Random("tide pool coast").shuffle(numbers)
    return tuple(numbers[:TRAINING] if split == "train" else numbers[TRAINING:])
