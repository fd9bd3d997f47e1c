"""Writes a small corpus about people, works and towns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

TOWNS = ("Aldry", "Bexmoor", "Corvane", "Dunholt", "Eskfield", "Farrow", "Glimsted", "Harlock")
_FIRST = ("Ada", "Bruno", "Clara", "Dmitri", "Edda", "Felix", "Greta", "Hugo", "Irma", "Jonas")
_LAST = ("Mott", "Quill", "Sarn", "Tove", "Ulm", "Vance", "Wick", "Yarrow", "Zell", "Pryce")
_KIND = ("glassworks", "brewery", "tannery", "foundry", "pottery", "ropewalk", "mill", "press")


@dataclass(frozen=True)
class Document:
    """A page of the corpus."""

    title: str
    text: str


@dataclass(frozen=True)
class Library:
    """A corpus with a question."""

    documents: tuple[Document, ...]
    question: str
    answer: str


def words(text: str) -> set[str]:
    """The words of a text."""
    return set(re.findall(r"[a-z]+", text.lower()))


def write(rng: Random) -> Library:
    """Writes the corpus and asks a question that takes two documents."""
    people = [f"{a} {b}" for a, b in zip(rng.sample(_FIRST, 8), rng.sample(_LAST, 8), strict=True)]
    works = [
        f"{town} {kind}"
        for town, kind in zip(rng.sample(TOWNS, 8), rng.sample(_KIND, 8), strict=True)
    ]
    births = [rng.choice(TOWNS) for _ in people]
    documents = []
    for person, work, birth in zip(people, works, births, strict=True):
        year = rng.randint(1820, 1890)
        documents.append(
            Document(
                f"The {work}",
                f"The {work} was founded in {year} by {person}. "
                f"It closed in {year + rng.randint(20, 60)}.",
            )
        )
        grew = rng.choice([town for town in TOWNS if town != birth])
        documents.append(
            Document(
                person,
                f"{person} was born in {birth}, went to school in {grew} and was later known as "
                f"a manufacturer.",
            )
        )
    for town in TOWNS:
        documents.append(
            Document(
                town, f"{town} is a town with {rng.randint(2, 90)} hundred people and a market."
            )
        )
    rng.shuffle(documents)
    chosen = rng.randrange(len(people))
    question = f"In which town was the founder of the {works[chosen]} born?"
    return Library(tuple(documents), question, births[chosen])


def search(library: Library, query: str, limit: int = 5) -> list[int]:
    """Numbers of the documents with the most words of the query."""
    wanted = words(query)
    scores = [len(wanted & words(f"{d.title} {d.text}")) for d in library.documents]
    hits = [number for number, score in enumerate(scores) if score]
    return sorted(hits, key=lambda number: (-scores[number], number))[:limit]
