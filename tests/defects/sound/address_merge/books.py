"""Makes two books with some people in common."""

from __future__ import annotations

from random import Random

SPLITS = ("train", "test")
SHORT = {
    "Robert": "Rob",
    "Katherine": "Kate",
    "William": "Will",
    "Margaret": "Maggie",
    "Daniel": "Dan",
    "Susanna": "Sue",
    "Gregory": "Greg",
    "Josephine": "Jo",
    "Thomas": "Tom",
    "Victoria": "Vicky",
}
SURNAMES = {
    "train": ["Abbott", "Brandt", "Castell", "Dhar", "Eriksen", "Farouk", "Gruber", "Hollis"],
    "test": ["Iqbal", "Jansen", "Kowal", "Lindqvist", "Moreau", "Nakata", "Okafor", "Prentice"],
}
STREETS = {
    "train": ["Mill Street", "Harbour Road", "Linden Avenue", "Quarry Street", "Abbey Road"],
    "test": ["Chapel Road", "Orchard Avenue", "Tanner Street", "Windmill Road", "Ferry Street"],
}
ABBREVIATIONS = {"Street": "St.", "Road": "Rd.", "Avenue": "Ave."}

Person = tuple[str, str, int, str]


def plain(person: Person) -> str:
    """As the first book writes a person."""
    first, last, number, street = person
    return f"{first} {last}, {number} {street}"


def rewritten(person: Person, rng: Random) -> str:
    """As the second book may write the same person."""
    first, last, number, street = person
    first = rng.choice([first, SHORT[first], f"{first[0]}."])
    if rng.random() < 0.6:
        name, kind = street.split()
        street = f"{name} {ABBREVIATIONS[kind]}"
    names = rng.choice([f"{last.upper()} {first}", f"{last}, {first}", f"{first} {last}"])
    return f"{names}; {rng.choice([f'{number} {street}', f'{street} {number}'])}"


def make(split: str, rng: Random) -> tuple[dict[str, str], dict[str, str], set[tuple[str, str]]]:
    """Two books, and the pairs of ids that are the same person."""
    people: list[Person] = []
    for last in rng.sample(SURNAMES[split], 6):
        firsts = rng.sample(list(SHORT), 2)
        number, street = rng.randint(1, 60), rng.choice(STREETS[split])
        people.append((firsts[0], last, number, street))
        if rng.random() < 0.5 and firsts[0][0] != firsts[1][0]:
            people.append((firsts[1], last, number, street))
    rng.shuffle(people)
    shared = set(rng.sample(range(len(people)), len(people) - 2))
    movers = [
        (first, last, number + rng.randint(61, 99), street)
        for first, last, number, street in rng.sample(people, 2)
    ]
    book_a = {f"a{n}": plain(person) for n, person in enumerate(people, 1)}
    entries = [(n, person) for n, person in enumerate(people, 1) if n - 1 in shared]
    entries += [(n, person) for n, person in enumerate(movers, len(people) + 1)]
    rng.shuffle(entries)
    numbered = list(enumerate(entries, 1))
    book_b = {f"b{k}": rewritten(person, rng) for k, (n, person) in numbered}
    truth = {(f"a{n}", f"b{k}") for k, (n, _) in numbered if n <= len(people)}
    return book_a, book_b, truth
