"""A library of decisions, with rivals that resemble the one that is wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

ISSUES = (
    "adverse possession", "breach of warranty", "riparian rights", "trade secrets",
    "wrongful dismissal", "salvage at sea", "party walls", "grazing leases",
)  # fmt: skip
FACETS: dict[str, tuple[str, ...]] = {
    "court": ("Court of Appeal", "High Court", "County Court", "Admiralty Division"),
    "judge": ("Arden J", "Bellweather J", "Corrigan J", "Dunmore J", "Estcourt J", "Fane J"),
    "outcome": ("affirmed", "reversed", "remanded", "settled before judgment"),
    "remedy": ("damages", "an injunction", "a declaration", "costs only"),
}
PARTIES = (
    "Harlan", "Briggs", "Okoro", "Lindqvist", "Tamsin Estates", "Mercer", "Vale & Sons", "Duarte",
    "Penrose", "Aldous", "Kestrel Shipping", "Novak", "Ivory Mills", "Rahman", "Corbett", "Sorley",
)  # fmt: skip
REPORTERS = ("Vess. Rep.", "N.C.L.", "Cty. Dec.", "Hal. App.")
RIVALS = {1: 3, 2: 5, 3: 7}
OTHERS = 12


@dataclass(frozen=True)
class Case:
    """One decision."""

    name: str
    citation: str
    year: int
    issue: str
    facets: dict[str, str]
    accession: int = 0

    def entry(self) -> str:
        """How a search lists the case."""
        return f"No. {self.accession}: {self.name}, {self.citation} ({self.year})"

    def head_note(self) -> str:
        """What is read when the case is opened."""
        facets = self.facets
        return (
            f"{self.entry()}. {self.issue.capitalize()}. {facets['court']}, {facets['judge']}. "
            f"Result: {facets['outcome']}; the court gave {facets['remedy']}."
        )


def request(case: Case) -> str:
    """The description of the case that is wanted."""
    facets = case.facets
    return (
        f"Find the case on {case.issue} that {facets['judge']} decided in the {facets['court']}. "
        f"It was {facets['outcome']}, and the court gave {facets['remedy']}."
    )


def draw_library(rng: Random, level: int) -> tuple[Case, list[Case]]:
    """The wanted case and the whole library; no other case on its issue has the same facets."""
    issue = rng.choice(ISSUES)
    citations = _citations(rng, 1 + RIVALS[level] + OTHERS)
    wanted = _case(rng, citations.pop(), issue, {k: rng.choice(v) for k, v in FACETS.items()})
    rivals: list[Case] = []
    while len(rivals) < RIVALS[level]:
        facets = dict(wanted.facets)
        for facet in rng.sample(sorted(FACETS), rng.randint(1, 3)):
            facets[facet] = rng.choice(FACETS[facet])
        if facets not in [case.facets for case in (wanted, *rivals)]:
            rivals.append(_case(rng, citations.pop(), issue, facets))
    elsewhere = [other for other in ISSUES if other != issue]
    others = [
        _case(rng, citation, rng.choice(elsewhere), {k: rng.choice(v) for k, v in FACETS.items()})
        for citation in citations
    ]
    first = rng.randrange(len(others))
    cases = [*others[:first], wanted, *rivals, *others[first:]]
    rng.shuffle(cases)
    library = _with_accessions(rng, cases)
    return next(case for case in library if case.citation == wanted.citation), library


def _case(rng: Random, citation: str, issue: str, facets: dict[str, str]) -> Case:
    plaintiff, defendant = rng.sample(PARTIES, 2)
    return Case(f"{plaintiff} v. {defendant}", citation, rng.randint(1931, 2012), issue, facets)


def _citations(rng: Random, count: int) -> list[str]:
    """Different citations."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[f"{rng.randint(2, 90)} {rng.choice(REPORTERS)} {rng.randint(10, 990)}"] = None
    return list(found)


def _with_accessions(rng: Random, cases: list[Case]) -> list[Case]:
    """The cases with the numbers under which the library took them in."""
    number, numbered = rng.randrange(10000, 60000), []
    for case in cases:
        number += rng.randint(2, 40)
        numbered.append(replace(case, accession=number))
    return numbered
