"""Events of five dice, and their chances."""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

Dice = tuple[int, ...]


def pattern(dice: Dice) -> tuple[int, ...]:
    """How often the faces occur, the most frequent first: (3, 2) is a full house."""
    return tuple(sorted(Counter(dice).values(), reverse=True))


def is_straight(dice: Dice) -> bool:
    return sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6])


EVENTS: dict[str, Callable[[Dice], bool]] = {
    "exactly one pair, the others all different": lambda d: pattern(d) == (2, 1, 1, 1),
    "exactly two pairs": lambda d: pattern(d) == (2, 2, 1),
    "exactly three of a kind, the other two different": lambda d: pattern(d) == (3, 1, 1),
    "three or more of a kind": lambda d: pattern(d)[0] >= 3,
    "two pairs, a full house, or three or more of a kind": lambda d: len(set(d)) <= 3,
    "five different faces": lambda d: len(set(d)) == 5,
    "a straight": is_straight,
    "a full house": lambda d: pattern(d) == (3, 2),
    "four or more of a kind": lambda d: pattern(d)[0] >= 4,
    "no six": lambda d: 6 not in d,
    "no one and no six": lambda d: 1 not in d and 6 not in d,
    "at least two sixes": lambda d: d.count(6) >= 2,
    "at least two ones": lambda d: d.count(1) >= 2,
    "exactly one six": lambda d: d.count(6) == 1,
    "three or more odd faces": lambda d: sum(face % 2 for face in d) >= 3,
    "four or more even faces": lambda d: sum(face % 2 == 0 for face in d) >= 4,
    "a sum of 20 or more": lambda d: sum(d) >= 20,
    "a sum of 15 or less": lambda d: sum(d) <= 15,
    "a sum of exactly 17 or 18": lambda d: sum(d) in (17, 18),
    "a highest face of 5": lambda d: max(d) == 5,
}
DICE = 5


@lru_cache(maxsize=4096)
def chance(event: str, weights: tuple[int, ...], on_table: Dice = ()) -> float:
    """The chance of an event in one throw of the dice that do not lie on the table."""
    holds, total, thrown = EVENTS[event], sum(weights), DICE - len(on_table)
    share = [weight / total for weight in weights]
    result = 0.0
    for dice in combinations_with_replacement(range(1, 7), thrown):
        if holds(on_table + dice):
            orders = factorial(thrown) / prod(factorial(n) for n in Counter(dice).values())
            result += orders * prod(share[face - 1] for face in dice)
    return result
