"""The archive of cases: suspects, traces, and who did it."""

from dataclasses import dataclass
from random import Random

TRAITS: dict[str, tuple] = {
    "shoe": (39, 41, 43, 45),
    "hand": ("right", "left", "both"),
    "hair": ("black", "fair", "grey", "red"),
    "smokes": ("nothing", "a pipe", "cigars", "cigarettes"),
    "height": ("short", "middling", "tall"),
}
TRACES = {
    "shoe": "A print of a shoe, size {}.",
    "hand": "The lock was forced by someone whose better hand is: {}.",
    "hair": "A hair on the carpet, {}.",
    "smokes": "From the ash and the smell, the burglar smokes {}.",
    "height": "From the reach to the shelf, the burglar's build is {}.",
}
ROOMS = ("library", "pantry", "study", "conservatory", "gun room", "music room", "cellar")
NAMES = (
    "Ada Pell",
    "Basil Crane",
    "Clara Voss",
    "Dorian Hale",
    "Edith Marsh",
    "Felix Brandt",
    "Greta Lund",
    "Hugo Stern",
    "Iris Cole",
    "Jonas Wick",
    "Karin Holt",
    "Leo Farrell",
    "Mina Croft",
    "Nils Ekman",
    "Olive Tarn",
    "Piers Dunn",
    "Rosa Keel",
    "Silas Boone",
)
LEVELS: dict[int, tuple[int, int, int]] = {1: (6, 3, 4), 2: (8, 4, 5), 3: (10, 5, 6)}
"""By level: suspects, traces, rooms. One room more than traces: it is empty."""
CASES = {"train": range(1, 2401), "test": range(2401, 3001)}
"""The numbers of the cases, by split."""


@dataclass(frozen=True)
class Person:
    name: str
    traits: tuple

    def trait(self, name: str):
        return self.traits[list(TRAITS).index(name)]


@dataclass(frozen=True)
class Case:
    """A case: `found` holds the trace in each room, in words."""

    number: int
    level: int
    suspects: tuple[Person, ...]
    culprit: int
    found: dict[str, str]


def open_case(number: int, level: int) -> Case:
    """The case with this number. No suspect but the culprit agrees with all the traces."""
    rng = Random(f"night burglary {level} {number}")
    size, traces, rooms = LEVELS[level]
    used = rng.sample(list(TRAITS), traces)
    suspects = _suspects(rng, size, used)
    culprit = rng.randrange(size)
    places = rng.sample(ROOMS, rooms)
    found = {
        room: TRACES[trait].format(suspects[culprit].trait(trait))
        for room, trait in zip(places, used, strict=False)
    }
    found[places[-1]] = "Nothing was touched here."
    order = rng.sample(places, rooms)
    return Case(number, level, suspects, culprit, {room: found[room] for room in order})


def _suspects(rng: Random, size: int, used: list[str]) -> tuple[Person, ...]:
    """People with different names, no two of whom agree in all of the traits that leave traces."""
    people: dict[tuple, Person] = {}
    names = rng.sample(NAMES, size)
    while len(people) < size:
        traits = tuple(rng.choice(values) for values in TRAITS.values())
        person = Person(names[len(people)], traits)
        people.setdefault(tuple(person.trait(name) for name in used), person)
    return tuple(people.values())
