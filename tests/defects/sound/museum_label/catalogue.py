"""The old catalogue: its words, its entries, and their English labels."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

# word: (what the card tells, {what it says: the English word})
Senses = dict[str, tuple[str, dict[str, str]]]

OBJECTS: Senses = {
    "vas": ("lid", {"present": "storage jar", "absent": "vase"}),
    "lam": ("edge", {"sharp": "dagger blade", "blunt": "plaque"}),
    "arc": ("inside", {"lead sheet": "coffin", "bare": "travelling chest"}),
    "tab": ("surface", {"waxed": "writing tablet", "bare": "panel"}),
    "corn": ("narrow end", {"open": "trumpet", "closed": "drinking horn"}),
    "lib": ("ends", {"two hooks": "balance beam", "one hook": "steelyard"}),
}
MATERIALS: Senses = {
    "cupr": ("tin", {"more than 5 %": "bronze", "less than 5 %": "copper"}),
    "ebur": ("grain", {"crossed": "ivory", "straight": "walrus tusk"}),
    "lign": ("pores", {"in rings": "oak", "scattered": "boxwood"}),
    "arg": ("gold", {"traces": "silver-gilt", "none": "silver"}),
}
DECORS: Senses = {
    "fig": ("figures", {"clothed": "people", "four-legged": "hunting dogs"}),
    "lin": ("lines", {"below the surface": "incised bands", "on the surface": "painted bands"}),
    "flor": ("petals", {"four": "rosettes", "many": "lotus flowers"}),
    "av": ("beaks", {"hooked": "eagles", "long": "herons"}),
}
PLACES = {
    "Tar": "Tarentum", "Syr": "Syracuse", "Mas": "Massalia", "Corc": "Corcyra",
    "Eph": "Ephesus", "Lind": "Lindos", "Cum": "Cumae", "Emp": "Emporion",
}  # fmt: skip
CENTURIES = {"s II": "2nd century", "s III": "3rd century", "s IV": "4th century",
             "s V": "5th century", "s VI": "6th century"}  # fmt: skip
PATTERN = {
    1: "<material> <object>, <century>, from <place>",
    2: "<material> <object> with <decoration>, <century>, from <place>",
}


@dataclass(frozen=True)
class Piece:
    """A piece of the collection: words of the catalogue, with what the card says of each."""

    thing: tuple[str, str]
    material: tuple[str, str]
    decor: tuple[str, str] | None
    place: str
    century: str

    def entry(self) -> str:
        """The entry of the catalogue."""
        decor = f" c. {self.decor[0]}" if self.decor else ""
        return f"{self.thing[0]} ex {self.material[0]}{decor}, {self.place}, {self.century}"

    def words(self) -> list[tuple[Senses, str, str]]:
        """The words with two senses, and what the card says."""
        words = [(OBJECTS, *self.thing), (MATERIALS, *self.material)]
        return words + ([(DECORS, *self.decor)] if self.decor else [])

    def card(self) -> dict[str, str]:
        """The conservator's card."""
        return {senses[word][0]: finding for senses, word, finding in self.words()}

    def glossary(self) -> list[str]:
        """What the words of the entry mean; senses in alphabetical order."""
        lines = []
        for senses, word, _ in self.words():
            topic, meanings = senses[word]
            parts = [
                f"'{english}' if the card says {topic}: {finding}"
                for finding, english in sorted(meanings.items(), key=lambda item: item[1])
            ]
            lines.append(f"{word}: {'; '.join(parts)}")
        lines.append(f"{self.place}: {PLACES[self.place]}")
        lines.append(f"{self.century}: {CENTURIES[self.century]}")
        return lines

    def label(self) -> str:
        """The right label."""
        english = [senses[word][1][finding] for senses, word, finding in self.words()]
        decor = f" with {english[2]}" if self.decor else ""
        where = f"{CENTURIES[self.century]}, from {PLACES[self.place]}"
        return f"{english[1]} {english[0]}{decor}, {where}"


def _pick(rng: Random, senses: Senses) -> tuple[str, str]:
    word = rng.choice(sorted(senses))
    return word, rng.choice(sorted(senses[word][1]))


def pieces(level: int, count: int) -> list[Piece]:
    """The pieces of a level, each only once."""
    rng = Random(f"catalogue {level}")
    found: dict[Piece, None] = {}
    while len(found) < count:
        piece = Piece(
            _pick(rng, OBJECTS),
            _pick(rng, MATERIALS),
            _pick(rng, DECORS) if level > 1 else None,
            rng.choice(sorted(PLACES)),
            rng.choice(sorted(CENTURIES)),
        )
        found[piece] = None
    return list(found)


def plate_width(piece: Piece) -> int:
    """The plates are ordered beforehand: 2 mm for each character, and a margin."""
    return 20 + 2 * len(piece.entry())
