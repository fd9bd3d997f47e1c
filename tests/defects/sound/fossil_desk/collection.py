"""The reference collection, from the oldest to the youngest."""

from __future__ import annotations

import random
from typing import NamedTuple

FEATURES = ("body", "symmetry", "surface", "size", "edge")


class Species(NamedTuple):
    """One species of the collection."""

    name: str
    age_ma: int
    body: str
    symmetry: str
    surface: str
    size: str
    edge: str

    def trait(self, feature: str) -> str:
        """What the species shows for a feature."""
        return str(getattr(self, feature))

    @property
    def card(self) -> str:
        """The reference card."""
        traits = "; ".join(f"{feature} {self.trait(feature)}" for feature in FEATURES)
        return f"{self.name} ({self.age_ma} Ma): {traits}"


_TABLE = """
Olenarca 515 segmented bilateral smooth tiny spined
Paradoxella 505 segmented bilateral pitted large spined
Redlichora 498 segmented none ribbed medium toothed
Calymenta 455 segmented bilateral knobbed medium plain
Orthisella 448 two-valved bilateral ribbed small plain
Endocerina 442 straight-shelled radial smooth large plain
Favosura 430 honeycomb none pitted large wavy
Monograptia 425 saw-toothed bilateral smooth tiny toothed
Cyathella 390 cup-shaped radial ribbed medium wavy
Phacopina 385 segmented bilateral pitted small toothed
Goniatica 370 coiled bilateral ribbed small plain
Atrypora 368 two-valved bilateral ribbed medium wavy
Productina 330 two-valved none knobbed medium spined
Pentremia 325 cup-shaped radial smooth tiny plain
Fusulara 290 spindle radial pitted tiny plain
Ceratisca 240 coiled bilateral knobbed medium toothed
Gryphella 190 two-valved none ribbed large plain
Belemnora 170 straight-shelled radial smooth medium toothed
Perisphia 155 coiled bilateral ribbed large plain
Trigonica 145 two-valved none knobbed small wavy
Micrastera 88 heart-shaped bilateral pitted small plain
Baculina 75 straight-shelled bilateral ribbed small wavy
Nummula 45 coiled radial smooth small plain
Clypeastra 15 heart-shaped radial pitted large wavy
"""


def _read(line: str) -> Species:
    name, age, *traits = line.split()
    return Species(name, int(age), *traits)


LADDER: tuple[Species, ...] = tuple(_read(line) for line in _TABLE.strip().splitlines())
TRAY = 5  # species that come into question for a find


def neighbours(place: int, below: int) -> list[Species]:
    """A tray of species that follow each other on the ladder, `below` of them before `place`.

    The ladder is closed: the oldest follows the youngest.
    """
    return [LADDER[(place - below + n) % len(LADDER)] for n in range(TRAY)]


def notes(rng: random.Random, found: Species, tray: list[Species], least: int) -> dict[str, str]:
    """Features of a find: at least `least`, and as many as single it out in the tray."""
    order = rng.sample(FEATURES, len(FEATURES))
    for count in range(least, len(order) + 1):
        shown = {feature: found.trait(feature) for feature in order[:count]}
        if fitting(shown, tray) == [found]:
            return shown
    raise AssertionError(f"{found.name} is not distinct")


def fitting(shown: dict[str, str], tray: list[Species]) -> list[Species]:
    """The species of the tray that have all these features."""
    return [
        species
        for species in tray
        if all(species.trait(feature) == trait for feature, trait in shown.items())
    ]
