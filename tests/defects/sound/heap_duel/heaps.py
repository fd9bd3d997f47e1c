"""Heaps of pebbles, and how the opponent plays."""

from __future__ import annotations

from random import Random

MOST = 3  # pebbles in a move
STYLES = ("loose", "sharp")
COUNTS = (2, 3, 4)

Move = tuple[int, int]  # index of a heap and pebbles


def balance(heaps: list[int]) -> int:
    """0 if who is to move loses against perfect play."""
    total = 0
    for heap in heaps:
        total ^= heap % (MOST + 1)
    return total


def moves(heaps: list[int]) -> list[Move]:
    """All legal moves."""
    return [
        (index, take) for index, heap in enumerate(heaps) for take in range(1, min(MOST, heap) + 1)
    ]


def after(heaps: list[int], move: Move) -> list[int]:
    """The heaps after a move."""
    index, take = move
    return [heap - take if i == index else heap for i, heap in enumerate(heaps)]


def winning(heaps: list[int]) -> Move | None:
    """A move that wins against perfect play, if there is one."""
    for move in moves(heaps):
        if balance(after(heaps, move)) == 0:
            return move
    return None


def choose(heaps: list[int], style: str, rng: Random) -> Move:
    """The move of the opponent."""
    if style == "loose":
        return rng.choice(moves(heaps))
    return winning(heaps) or (heaps.index(max(heaps)), 1)


def deal(rng: Random, count: int) -> list[int]:
    """Heaps from which the first player can win."""
    while True:
        heaps = [rng.randint(3, 9) for _ in range(count)]
        if balance(heaps):
            return heaps
