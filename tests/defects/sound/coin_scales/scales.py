"""The scales: rules of a weighing, and what a weighing says about the coins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Suspect = tuple[int, str]  # a coin, and how it would be false
COINS = {1: 9, 2: 27, 3: 12}


def suspects(level: int) -> list[Suspect]:
    """Everything that the answer may be on a level."""
    kinds = ("heavy", "light") if level == 3 else ("heavy",)
    return [(coin, kind) for coin in range(1, COINS[level] + 1) for kind in kinds]


def refusal(left: Sequence[int], right: Sequence[int], coins: int) -> str:
    """Why these pans cannot be weighed, or an empty text."""
    placed = [*left, *right]
    if not left or len(left) != len(right):
        return "both pans need the same number of coins, at least one"
    if len(set(placed)) != len(placed):
        return "a coin is on the scales twice"
    if not all(1 <= coin <= coins for coin in placed):
        return "there is no such coin"
    return ""


def pointer(left: Sequence[int], right: Sequence[int], false: Suspect) -> str:
    """The heavier pan."""
    coin, kind = false
    if coin in left:
        return "left" if kind == "heavy" else "right"
    if coin in right:
        return "right" if kind == "heavy" else "left"
    return "level"


def pan(coins: Sequence[int]) -> tuple[int, ...]:
    """A pan as a key: the order of the coins on it does not matter."""
    return tuple(sorted(coins))


def read_log(log: Sequence[str]) -> list[tuple[list[int], list[int], str]]:
    """The weighings of a log."""
    read = []
    for line in log:
        pans, _, tilt = line.partition(": ")
        left, _, right = pans.partition(" / ")
        read.append(([int(c) for c in left.split(",")], [int(c) for c in right.split(",")], tilt))
    return read


def good_weighing(open_: list[Suspect], coins: int) -> tuple[list[int], list[int]]:
    """A weighing that leaves at most a third of the suspects, rounded up to a power of three."""
    heavy = [coin for coin, kind in open_ if kind == "heavy"]
    light = [coin for coin, kind in open_ if kind == "light"]
    limit = 1
    while 3 * limit < len(open_):
        limit *= 3
    if not light:
        share = -(-len(heavy) // 3)
        return heavy[:share], heavy[share : 2 * share]
    if len(open_) == 2 * coins:
        return list(range(1, 5)), list(range(5, 9))
    known = {coin for coin, _ in open_}
    good = [coin for coin in range(1, coins + 1) if coin not in known]
    on = sorted(known)
    for size in range(1, len(on) + 1):
        for left in combinations(on, size):
            rest = [coin for coin in on if coin not in left] + good
            pool = rest[: len(on) - size] + good[:size]
            for right in combinations(pool, size):
                groups = {"left": 0, "right": 0, "level": 0}
                for suspect in open_:
                    groups[pointer(left, right, suspect)] += 1
                if max(groups.values()) <= limit:
                    return list(left), list(right)
    raise AssertionError("some weighing always splits the suspects")
