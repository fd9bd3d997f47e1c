"""The families of sequences, and a solver that recognises them."""

from __future__ import annotations

import itertools
from random import Random

SHOWN = 7
LEVELS = (1, 2, 3)
PER_LEVEL = 80

Terms = tuple[float, ...]


def _arithmetic(rng: Random) -> list[float]:
    start, step = rng.randrange(-30, 60), rng.choice([-9, -7, -4, -3, 2, 3, 5, 8, 11])
    return [float(start + step * i) for i in range(SHOWN + 1)]


def _geometric(rng: Random) -> list[float]:
    start, factor = rng.choice([1, 2, 3, 5, -1, -4, 7]), rng.choice([2, 3, -2, 4, -3])
    return [float(start * factor**i) for i in range(SHOWN + 1)]


def _quadratic(rng: Random) -> list[float]:
    a, b, c = rng.choice([1, 2, 3, -1, -2]), rng.randrange(-6, 7), rng.randrange(-20, 20)
    return [float(a * i * i + b * i + c) for i in range(SHOWN + 1)]


def _summed(rng: Random) -> list[float]:
    terms = [float(rng.randrange(1, 9)), float(rng.randrange(1, 14))]
    while len(terms) < SHOWN + 1:
        terms.append(terms[-1] + terms[-2])
    return terms


def _interleaved(rng: Random) -> list[float]:
    steps = [0.25, 0.5, 1.5, 2.25, -0.75, -2.5]
    starts = [rng.randrange(-40, 40) / 4 for _ in range(2)]
    first, second = rng.sample(steps, 2)
    pairs = zip(
        (starts[0] + first * i for i in range(5)),
        (starts[1] + second * i for i in range(5)),
        strict=False,
    )
    return [term for pair in pairs for term in pair][: SHOWN + 1]


FAMILIES = {1: (_arithmetic, _geometric), 2: (_quadratic, _summed), 3: (_interleaved,)}


def next_term(shown: Terms) -> float | None:
    """The next term, if the sequence belongs to a known family."""
    steps = [b - a for a, b in itertools.pairwise(shown)]
    if len(set(steps)) == 1:
        return shown[-1] + steps[0]
    if all(shown) and all(b * shown[0] == a * shown[1] for a, b in itertools.pairwise(shown)):
        return shown[-1] * shown[1] / shown[0]
    bends = [b - a for a, b in itertools.pairwise(steps)]
    if len(set(bends)) == 1:
        return shown[-1] + steps[-1] + bends[0]
    if all(a + b == c for a, b, c in zip(shown, shown[1:], shown[2:], strict=False)):
        return shown[-1] + shown[-2]
    leaps = [b - a for a, b in zip(shown, shown[2:], strict=False)]
    if len(set(leaps[::2])) == 1 and len(set(leaps[1::2])) == 1:
        return shown[-2] + leaps[-2]
    return None


def sequences(level: int) -> list[Terms]:
    """The sequences of a level, with the last term as the answer; no two show the same numbers."""
    rng = Random(f"sequences {level}")
    found: dict[Terms, Terms] = {}
    while len(found) < PER_LEVEL:
        terms = tuple(rng.choice(FAMILIES[level])(rng))
        if terms[-1] not in terms[:-1] and next_term(terms[:-1]) == terms[-1]:
            found[terms[:-1]] = terms
    return list(found.values())
