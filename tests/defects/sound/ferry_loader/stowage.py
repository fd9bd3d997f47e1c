"""Crates, bays, and the best stowage by exhaustive search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random

GOODS = {  # goods: (weights, bears, keep dry, freights)
    "eggs": ((1, 3), (0, 1), True, (40, 90)),
    "window glass": ((3, 6), (0, 2), False, (70, 130)),
    "flour": ((3, 6), (4, 8), True, (30, 60)),
    "roof tiles": ((6, 9), (10, 20), False, (40, 80)),
    "wine": ((4, 7), (3, 6), False, (60, 110)),
    "timber": ((5, 9), (15, 25), False, (25, 60)),
    "radios": ((2, 4), (1, 3), True, (80, 150)),
    "salt fish": ((2, 5), (5, 9), False, (20, 50)),
}


@dataclass(frozen=True)
class Crate:
    id: str
    goods: str
    weight: int
    bears: int
    keep_dry: bool
    freight: int
    fee: int


@dataclass(frozen=True)
class Bay:
    name: str
    limit: int
    height: int
    open: bool


BAYS = {
    1: (Bay("hold", 14, 3, False),),
    2: (Bay("hold", 14, 3, False), Bay("deck", 12, 2, True)),
    3: (Bay("fore", 12, 3, False), Bay("aft", 10, 2, False), Bay("deck", 12, 2, True)),
}
NUMBER_OF_CRATES = {1: 5, 2: 6, 3: 7}


def draw_crates(rng: Random, count: int) -> tuple[Crate, ...]:
    crates = []
    for number in range(1, count + 1):
        goods = rng.choice(list(GOODS))
        weights, bears, keep_dry, freights = GOODS[goods]
        freight = rng.randint(*freights)
        crates.append(
            Crate(
                f"C{number}",
                goods,
                rng.randint(*weights),
                rng.randint(*bears),
                keep_dry,
                freight,
                freight // 2,
            )
        )
    return tuple(crates)


def damaged(stack: Sequence[Crate], bay: Bay) -> list[Crate]:
    """The crates of a stack, lowest first, that arrive broken or spoiled."""
    lost = []
    for position, crate in enumerate(stack):
        load = sum(above.weight for above in stack[position + 1 :])
        if load > crate.bears or (crate.keep_dry and bay.open):
            lost.append(crate)
    return lost


def earnings(stacks: Sequence[Sequence[Crate]], bays: Sequence[Bay], insured: bool) -> int:
    """Freight of the whole crates, less the fees of the others."""
    total = 0
    for stack, bay in zip(stacks, bays, strict=True):
        lost = damaged(stack, bay)
        total += sum(crate.freight for crate in stack if crate not in lost)
        total -= 0 if insured else sum(crate.fee for crate in lost)
    return total


@lru_cache(maxsize=64)
def best_stowage(
    crates: tuple[Crate, ...], bays: tuple[Bay, ...]
) -> tuple[int, tuple[tuple[Crate, ...], ...]]:
    """The highest earnings, and stacks (lowest crate first) that reach them.

    A damaged crate earns nothing and its weight helps nobody, so only stowages without damage
    count. Whether a set of crates can stand in one stack is decided by one order: the crate with
    the greatest weight + bears at the bottom. (If any order works, exchanging neighbours that
    are against this order keeps it working.)
    """
    fitting: list[list[tuple[int, int, tuple[Crate, ...]]]] = []
    for bay in bays:
        options: list[tuple[int, int, tuple[Crate, ...]]] = [(0, 0, ())]
        for size in range(1, bay.height + 1):
            for chosen in combinations(range(len(crates)), size):
                stack = sorted((crates[i] for i in chosen), key=lambda c: -(c.weight + c.bears))
                if sum(c.weight for c in stack) <= bay.limit and not damaged(stack, bay):
                    mask = sum(1 << i for i in chosen)
                    options.append((sum(c.freight for c in stack), mask, tuple(stack)))
        fitting.append(options)
    best: dict[int, tuple[int, tuple[tuple[Crate, ...], ...]]] = {0: (0, ())}
    for options in fitting:
        following: dict[int, tuple[int, tuple[tuple[Crate, ...], ...]]] = {}
        for used, (value, stacks) in best.items():
            for freight, mask, stack in options:
                if used & mask:
                    continue
                if used | mask not in following or following[used | mask][0] < value + freight:
                    following[used | mask] = (value + freight, (*stacks, stack))
        best = following
    return max(best.values(), key=lambda found: found[0])
