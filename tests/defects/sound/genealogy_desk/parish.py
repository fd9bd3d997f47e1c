"""Families in a parish register.

The register is about one family: the ancestors of a person, brothers and sisters of theirs, and
people who are not related to anybody. Records name the parents by their numbers, if they are known.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

MEN = [
    "Albert",
    "Anton",
    "Bruno",
    "Carl",
    "Emil",
    "Ernst",
    "Franz",
    "Georg",
    "Hugo",
    "Jakob",
    "Julius",
    "Karl",
    "Konrad",
    "Ludwig",
    "Otto",
    "Paul",
]
WOMEN = [
    "Adele",
    "Anna",
    "Clara",
    "Dora",
    "Elise",
    "Emma",
    "Frieda",
    "Greta",
    "Helene",
    "Ida",
    "Johanna",
    "Klara",
    "Luise",
    "Marie",
    "Olga",
    "Rosa",
]
FAMILIES = [
    "Adler",
    "Brandt",
    "Dorn",
    "Ebert",
    "Falk",
    "Gerlach",
    "Hahn",
    "Jung",
    "Keller",
    "Lorenz",
    "Moser",
    "Nagel",
    "Ott",
    "Pohl",
    "Reuter",
    "Vogt",
]
LEVELS: dict[int, tuple[int, int]] = {1: (2, 5), 2: (3, 6), 3: (4, 9)}
"""By level: generations of ancestors, and further people."""
_RECORD = re.compile(r"No\. (\d+): .*?(?:, child of No\. (\d+) and No\. (\d+))?$")
_QUESTION = re.compile(r"the (.+) of No\. (\d+)\?")


@dataclass
class Person:
    """One person; `father` and `mother` are places in the family's list."""

    name: str
    family: str
    born: int
    father: int | None = None
    mother: int | None = None


@dataclass(frozen=True)
class Inquiry:
    """A register, a question about it and the number of the record that answers it."""

    lines: tuple[str, ...]
    question: str
    number: int


def inquiry(level: int, seed: int) -> Inquiry:
    """The inquiry of this level and seed."""
    rng = random.Random(f"parish {level} {seed}")
    generations, further = LEVELS[level]
    people = _ancestors(rng, generations)
    couples = [(person.father, person.mother) for person in people if person.father is not None]
    for _ in range(further):
        people.append(_further(rng, people, couples))
    numbers = rng.sample(range(1, len(people) + 1), len(people))
    path = [rng.choice(("father", "mother")) for _ in range(generations)]
    place = 0
    for parent in path:
        place = people[place].father if parent == "father" else people[place].mother
    question = f"Which record is the {_spoken(path)} of No. {numbers[0]}?"
    lines = [_line(person, number, numbers) for person, number in zip(people, numbers, strict=True)]
    rng.shuffle(lines)
    return Inquiry(tuple(lines), question, numbers[place])


def _ancestors(rng: random.Random, generations: int) -> list[Person]:
    """A person and all ancestors of these generations, generation by generation."""
    people = [Person(rng.choice(MEN + WOMEN), rng.choice(FAMILIES), rng.randrange(1880, 1900))]
    young = [people[0]]
    for _ in range(generations):
        parents = []
        for child in young:
            child.father, child.mother = len(people), len(people) + 1
            father = Person(rng.choice(MEN), child.family, child.born - rng.randrange(24, 40))
            mother = Person(
                rng.choice(WOMEN), rng.choice(FAMILIES), child.born - rng.randrange(20, 36)
            )
            people += [father, mother]
            parents += [father, mother]
        young = parents
    return people


def _further(
    rng: random.Random, people: list[Person], couples: list[tuple[int | None, int | None]]
) -> Person:
    """A brother or sister of somebody, or a stranger."""
    name = rng.choice(MEN + WOMEN)
    if rng.random() < 0.3:
        return Person(name, rng.choice(FAMILIES), rng.randrange(1760, 1900))
    father, mother = rng.choice(couples)
    assert father is not None
    return Person(
        name, people[father].family, people[father].born + rng.randrange(22, 40), father, mother
    )


def _line(person: Person, number: int, numbers: list[int]) -> str:
    line = f"No. {number}: {person.name} {person.family}, born {person.born}"
    if person.father is None or person.mother is None:
        return line
    return f"{line}, child of No. {numbers[person.father]} and No. {numbers[person.mother]}"


def _spoken(path: list[str]) -> str:
    """`father's mother` for the mother of the father."""
    return " ".join([f"{parent}'s" for parent in path[:-1]] + [path[-1]])


def solve(lines: list[str], question: str) -> int:
    """The number that answers a question, from the lines of the register."""
    parents = {}
    for line in lines:
        found = _RECORD.match(line)
        assert found is not None
        parents[found[1]] = (found[2], found[3])
    asked = _QUESTION.search(question)
    assert asked is not None
    number = asked[2]
    for parent in asked[1].replace("'s", "").split():
        number = parents[number][0 if parent == "father" else 1]
    return int(number)


def read_answer(text: str) -> int | None:
    """The only number in an answer; None if it has none or several."""
    found = re.findall(r"\d+", text)
    return int(found[0]) if len(found) == 1 and len(found[0]) < 5 else None
