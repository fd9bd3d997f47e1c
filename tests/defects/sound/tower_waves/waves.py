"""Lanes, towers, and the waves that come."""

from random import Random

LANES = ("left", "mid", "right")
COST = {"archer": 10, "cannon": 15}
STOPS = {"archer": ("runner", 3), "cannon": ("brute", 2)}
DAMAGE = {"runner": 1, "brute": 3}
WAVES = 8
START, INCOME = 50, 25
LIVES = 5

Field = dict[str, dict[str, int]]


def empty(kinds: tuple[str, ...]) -> Field:
    """No towers, or no enemies."""
    return {lane: dict.fromkeys(kinds, 0) for lane in LANES}


def draw(rng: Random) -> list[Field]:
    """Draws waves that a thrifty builder can hold off without a loss."""
    coins, camp, waves = START, empty(tuple(COST)), []
    for _ in range(WAVES):
        while coins >= max(COST.values()):
            tower = rng.choice(list(COST))
            coins -= COST[tower]
            camp[rng.choice(LANES)][tower] += 1
        wave = empty(tuple(DAMAGE))
        for lane in LANES:
            for tower, (kind, number) in STOPS.items():
                wave[lane][kind] = max(0, number * camp[lane][tower] - rng.randint(0, 1))
        waves.append(wave)
        coins += INCOME
    return waves
