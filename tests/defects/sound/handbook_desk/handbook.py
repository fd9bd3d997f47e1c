"""The handbook of an episode: several versions of a rule, rules of other offices, other rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

TOPICS = {
    "remote work": "days a month",
    "parental leave": "weeks",
    "study leave": "days a year",
    "overtime": "hours a month",
    "travel advance": "euros a day",
    "notice period": "weeks",
    "sick pay": "weeks",
    "equipment loan": "months",
}
OFFICES = ("Lisbon", "Gdansk", "Bergen", "Turin", "Graz", "Porto", "Ghent", "Aarhus")
VERSIONS = {1: 2, 2: 3, 3: 4}  # by level
SNIPPET = 130
LEAD = 30

_FILLERS = (
    "Requests are made in the portal and are answered within five working days.",
    "Managers keep a record of every decision about {topic}.",
    "The works council was heard before this page was published.",
    "Exceptions need the consent of the head of the {office} office.",
    "Questions about {topic} go to the people team.",
    "Part-time staff are treated in proportion to their contract.",
    "A refusal is given in writing, with the reason.",
    "The {office} office reviews its pages once a year.",
    "Interns and contractors are not covered by the {topic} rule.",
    "Entitlements are not paid out and cannot be passed to others.",
)


@dataclass(frozen=True)
class Document:
    """A page of the handbook.

    Attributes:
        id: What it is opened and cited by.
        title: Its topic and office. The versions of a rule share a title.
        body: Its text.
        value: The number that its rule states.
        anchor: Where the passage begins that answers the question; 0 if it does not answer it.
    """

    id: str
    title: str
    body: str
    value: int
    anchor: int = 0


@dataclass(frozen=True)
class Handbook:
    """The documents by id, the question, and the document that answers it."""

    documents: dict[str, Document]
    question: str
    answer: Document


def write_handbook(rng: Random, topic: str, office: str, level: int) -> Handbook:
    """Write the pages and the question of an episode."""
    count = VERSIONS[level]
    starts = _dates(rng, count)
    values = rng.sample(range(2, 60), count)
    chosen = rng.randrange(count)
    ids = iter(f"HB-{number}" for number in rng.sample(range(100, 1000), count + 6))
    pages = []
    for place, (start, value) in enumerate(zip(starts, values, strict=True)):
        pages.append(_page(rng, next(ids), topic, office, start, value, place == chosen))
    for other in rng.sample([name for name in OFFICES if name != office], 3):
        pages.append(_page(rng, next(ids), topic, other, _dates(rng, 1)[0], rng.randrange(2, 60)))
    for other in rng.sample([name for name in TOPICS if name != topic], 3):
        pages.append(_page(rng, next(ids), other, office, _dates(rng, 1)[0], rng.randrange(2, 60)))
    until = starts[chosen + 1] if chosen + 1 < count else starts[chosen] + timedelta(days=300)
    day = starts[chosen] + timedelta(days=rng.randrange((until - starts[chosen]).days))
    question = (
        f"How many {TOPICS[topic]} did the {topic} rule of the {office} office allow "
        f"on {day:%d %B %Y}? Cite the document that was in force on that day."
    )
    rng.shuffle(pages)
    return Handbook({page.id: page for page in pages}, question, pages[_index(pages)])


def search(documents: Sequence[Document], query: str, limit: int) -> list[tuple[Document, str]]:
    """The documents with the most words of the query, each with its snippet."""
    terms = words(query)
    scored = []
    for document in documents:
        found = terms & words(f"{document.title} {document.body}")
        if found:
            scored.append((-len(found), document.id, document))
    return [(document, snippet(document, terms)) for *_, document in sorted(scored)[:limit]]


def snippet(document: Document, terms: set[str]) -> str:
    """A stretch of the body around a word of the query; without one, the beginning."""
    hits = [
        match.start()
        for match in re.finditer(r"\w+", document.body)
        if match.group().lower() in terms
    ]
    at = min(hits, default=0)
    start = max(0, at - LEAD)
    end = start + SNIPPET
    before, after = "…" if start else "", "…" if end < len(document.body) else ""
    return before + document.body[start:end] + after


def words(text: str) -> set[str]:
    """The words of a text of three letters or more, in lower case."""
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 2}


def _dates(rng: Random, count: int) -> list[date]:
    """Days at which versions came into force, in order and at least 60 days apart."""
    day = date(2015, 1, 1) + timedelta(days=rng.randrange(1500))
    days = []
    for _ in range(count):
        days.append(day)
        day += timedelta(days=rng.randrange(60, 700))
    return days


def _page(
    rng: Random, id: str, topic: str, office: str, start: date, value: int, answers: bool = False
) -> Document:
    rule = f"Under the {topic} rule the limit is {value} {TOPICS[topic]} for each person."
    fillers = [text.format(topic=topic, office=office) for text in rng.sample(_FILLERS, 7)]
    fillers.insert(rng.randrange(2, len(fillers)), rule)
    head = f"This page states the {topic} rule of the {office} office. "
    dated = f"It is in force from {start:%d %B %Y} until another version replaces it. "
    body = head + dated + " ".join(fillers)
    anchor = body.index(rule) if answers else 0
    return Document(id, f"{topic.capitalize()}, {office}", body, value, anchor)


def _index(pages: Sequence[Document]) -> int:
    return next(place for place, page in enumerate(pages) if page.anchor)
