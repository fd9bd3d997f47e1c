"""The catalogue of the archive."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

KINDS = ("letter", "diary", "map", "ledger", "contract")
NAMES = ("Holt", "Brandt", "Ferreira", "Okafor", "Lindqvist", "Moreau", "Tanaka", "Quigley")
PLACES = ("Lisbon", "Bergen", "Trieste", "Cork", "Odessa", "Malaga", "Riga", "Genoa")
RECORDS = 120


@dataclass(frozen=True)
class Record:
    """A card of the catalogue."""

    kind: str
    name: str
    place: str
    year: int
    mark: str

    def __str__(self) -> str:
        return f"{self.kind}, {self.name}, {self.place}, {self.year}: {self.mark}"

    def words(self) -> set[str]:
        """What the card can be found by."""
        return {self.kind, self.name.lower(), self.place.lower()}


def catalogue(rng: Random) -> list[Record]:
    """Cards, no two of which agree in everything but the mark."""
    numbers = rng.sample(range(100, 1000), RECORDS)
    seen: set[tuple[str, str, str, int]] = set()
    records = []
    for number in numbers:
        key = None
        while key is None or key in seen:
            # few kinds and places for each name, so that similar cards are common
            name = rng.randrange(len(NAMES))
            place = PLACES[(name + rng.randrange(3)) % len(PLACES)]
            kind = KINDS[(name + rng.randrange(2)) % len(KINDS)]
            key = (kind, NAMES[name], place, rng.randint(1840, 1859))
        seen.add(key)
        records.append(Record(*key, mark=f"{rng.choice('BDKMRT')}-{number}/{rng.choice('abcd')}"))
    return records
