"""The offers of a round, and its throws."""

import random
from dataclasses import dataclass

try:
    from .events import DICE, EVENTS, Dice, chance
except ImportError:
    from events import DICE, EVENTS, Dice, chance

FAIR = (1, 1, 1, 1, 1, 1)
SETS = {
    1: [FAIR],
    2: [FAIR, (1, 1, 1, 1, 1, 3), (2, 1, 1, 1, 1, 2)],
    3: [(1, 1, 1, 1, 1, 3), (3, 1, 1, 1, 1, 1), (1, 2, 1, 1, 2, 1), (1, 1, 2, 2, 1, 1)],
}
OFFERS = 4
LIKELY = (0.10, 0.60)  # events with other chances are not offered
GOOD = (1.18, 1.45)  # what a chip brings on average
BAD = (0.70, 0.92)


@dataclass(frozen=True)
class Bet:
    event: str
    weights: tuple[int, ...]
    pays: float


@dataclass(frozen=True)
class Round:
    bets: tuple[Bet, ...]
    on_table: Dice
    uniforms: tuple[tuple[float, ...], ...]  # the random numbers of each throw, whatever the bet

    def throws(self, bet: Bet) -> list[Dice]:
        """The 20 throws with the dice of this bet."""
        return [
            tuple(sorted(self.on_table + tuple(_face(u, bet.weights) for u in luck)))
            for luck in self.uniforms
        ]


def _face(uniform: float, weights: tuple[int, ...]) -> int:
    place = uniform * sum(weights)
    for face, weight in enumerate(weights, 1):
        place -= weight
        if place < 0:
            return face
    return 6


def draw_round(rng: random.Random, level: int, throws: int) -> Round:
    """Four different offers, of which none, one or two are good on average."""
    while True:
        lying = rng.choice((2, 3)) if level == 3 else 0
        on_table = tuple(sorted(rng.randint(1, 6) for _ in range(lying)))
        possible = [
            (event, weights)
            for event in EVENTS
            for weights in SETS[level]
            if LIKELY[0] <= chance(event, weights, on_table) <= LIKELY[1]
        ]
        if len({event for event, _ in possible}) >= OFFERS:
            break
    names = rng.sample(sorted({event for event, _ in possible}), OFFERS)
    good = rng.choice((0, 1, 1, 2))
    means = [GOOD] * good + [BAD] * (OFFERS - good)
    rng.shuffle(means)
    bets = []
    for name, (low, high) in zip(names, means, strict=True):
        weights = rng.choice([w for event, w in possible if event == name])
        fair = 1 / chance(name, weights, on_table)
        bets.append(Bet(name, weights, round(fair * rng.uniform(low, high), 2)))
    luck = tuple(tuple(rng.random() for _ in range(DICE - lying)) for _ in range(throws))
    return Round(tuple(bets), on_table, luck)
