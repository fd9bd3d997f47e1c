"""The patience "Calculation": foundations that count up by different steps.

Foundation k begins with rank k and each further card is k ranks higher, counted around. All other
cards come from the stock one by one and go onto a foundation or a waste heap.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple


class Size(NamedTuple):
    """A level: ranks, foundations and waste heaps. The number of ranks is prime."""

    ranks: int
    foundations: int
    heaps: int


SIZES = {1: Size(5, 2, 2), 2: Size(5, 3, 3), 3: Size(7, 3, 3)}
MAX_NODES = 3_000

Wastes = tuple[tuple[int, ...], ...]


def need(size: Size, number: int, count: int) -> int:
    """The rank that foundation `number` needs when it holds `count` cards; 0 if it is full."""
    if count == size.ranks:
        return 0
    return (number * (count + 1) - 1) % size.ranks + 1


def stock(rng: Random, size: Size) -> list[int]:
    """A shuffled stock: one card of each rank per foundation, without the bases."""
    bases = list(range(1, size.foundations + 1))
    cards = [rank for rank in range(1, size.ranks + 1) for _ in range(size.foundations)]
    for base in bases:
        cards.remove(base)
    rng.shuffle(cards)
    return cards


def solve(
    size: Size, cards: tuple[int, ...], counts: tuple[int, ...], wastes: Wastes
) -> list[tuple[str, str]] | None:
    """Moves that win from here, as (source, target), by depth-first search; None if none is."""
    seen: set[object] = set()
    moves: list[tuple[str, str]] = []

    def search(position: int, counts: tuple[int, ...], wastes: Wastes) -> bool:
        if sum(counts) == size.ranks * size.foundations:
            return True
        key = (position, counts, tuple(sorted(wastes)))
        if key in seen or len(seen) > MAX_NODES:
            return False
        seen.add(key)
        sources = [(f"w{i + 1}", heap[-1]) for i, heap in enumerate(wastes) if heap]
        if position < len(cards):
            sources.append(("stock", cards[position]))
        for source, rank in sources:
            for number in range(1, size.foundations + 1):
                if need(size, number, counts[number - 1]) == rank:
                    moves.append((source, f"f{number}"))
                    after = tuple(c + (n == number) for n, c in enumerate(counts, 1))
                    left, rest = position, wastes
                    if source == "stock":
                        left += 1
                    else:
                        rest = _popped(wastes, int(source[1:]) - 1)
                    if search(left, after, rest):
                        return True
                    moves.pop()
        if position < len(cards):
            for index in range(size.heaps):
                moves.append(("stock", f"w{index + 1}"))
                if search(position + 1, counts, _pushed(wastes, index, cards[position])):
                    return True
                moves.pop()
        return False

    return moves if search(0, counts, wastes) else None


def _pushed(wastes: Wastes, index: int, rank: int) -> Wastes:
    return (*wastes[:index], (*wastes[index], rank), *wastes[index + 1 :])


def _popped(wastes: Wastes, index: int) -> Wastes:
    return (*wastes[:index], wastes[index][:-1], *wastes[index + 1 :])
