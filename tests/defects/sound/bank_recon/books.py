"""Cash books with one wrong entry."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

SIZES = {1: 4, 2: 8, 3: 14}


@dataclass(frozen=True)
class Month:
    """A cash book, the statement, and announced amounts; all in cents."""

    book: dict[str, int]
    statement: dict[str, int]
    pending: dict[str, int]
    wrong: str

    @property
    def correction(self) -> int:
        """What must be added to the wrong entry of the cash book."""
        return self.statement[self.wrong] - self.book[self.wrong]


def mistaken(rng: Random, cents: int) -> int:
    """The amount with two neighbouring digits swapped, or with the wrong sign."""
    digits = list(str(abs(cents)))
    places = [
        k for k in range(len(digits) - 1) if digits[k] != digits[k + 1] and digits[k + 1] != "0"
    ]
    if not places or rng.random() < 0.25:
        return -cents
    place = rng.choice(places)
    digits[place], digits[place + 1] = digits[place + 1], digits[place]
    return int("".join(digits)) * (1 if cents > 0 else -1)


def draw_month(number: int, level: int) -> Month:
    """The month of a task."""
    rng = Random(f"month {level} {number}")
    count = SIZES[level]
    references = [f"R-{n}" for n in sorted(rng.sample(range(100, 1000), count))]
    statement = {r: rng.randint(1000, 99999) * rng.choice((1, -1)) for r in references}
    wrong = rng.choice(references)
    book = dict(statement)
    book[wrong] = mistaken(rng, statement[wrong])
    announced = rng.sample([r for r in references if r != wrong], count // 4)
    pending = {r: statement[r] + rng.choice((-1, 1)) * rng.randint(100, 900) for r in announced}
    order = rng.sample(references, count)
    return Month(book, {r: statement[r] for r in order}, pending, wrong)


def euros(cents: int) -> str:
    """An amount in euros, as a text."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
