"""Pools of pairs, and the most transplants in them."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations

SIZES = {"small": 6, "large": 11}
BOARD_CHARS = 4000
BLOOD = ("O", "A", "B", "AB")
GIVES = {"O": set(BLOOD), "A": {"A", "AB"}, "B": {"B", "AB"}, "AB": {"AB"}}

Pool = tuple[frozenset[int], ...]


def make_pool(rng: random.Random, pairs: int) -> tuple[Pool, str]:
    """For every pair the pairs to which its donor can give, and the board."""
    while True:
        donors = [rng.choices(BLOOD, (44, 38, 13, 5))[0] for _ in range(pairs)]
        patients = [rng.choices(BLOOD, (44, 38, 13, 5))[0] for _ in range(pairs)]
        pool = tuple(
            frozenset(
                j
                for j in range(pairs)
                if j != i and patients[j] in GIVES[donors[i]] and rng.random() < 0.45
            )
            for i in range(pairs)
        )
        if most(pool) >= 4:
            break
    lines = []
    for i in range(pairs):
        names = ", ".join(str(j) for j in sorted(pool[i])) or "nobody"
        lines.append(f"Pair {i}: donor {donors[i]}, patient {patients[i]}; can give to {names}.")
    return pool, "\n".join(lines)[:BOARD_CHARS]


def is_cycle(pool: Pool, cycle: list[int]) -> bool:
    """Whether two or three different pairs give in a circle."""
    return (
        len(cycle) in (2, 3)
        and len(set(cycle)) == len(cycle)
        and all(0 <= i < len(pool) for i in cycle)
        and all(j in pool[i] for i, j in zip(cycle, cycle[1:] + cycle[:1], strict=True))
    )


def most(pool: Pool) -> int:
    """The most transplants."""
    masks = {
        sum(1 << i for i in cycle)
        for k in (2, 3)
        for cycle in permutations(range(len(pool)), k)
        if cycle[0] == min(cycle) and is_cycle(pool, list(cycle))
    }

    @cache
    def best(used: int) -> int:
        return max((m.bit_count() + best(used | m) for m in masks if not m & used), default=0)

    return best(0)
