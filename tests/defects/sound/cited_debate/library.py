"""Motions, and the sources about them."""

from __future__ import annotations

from random import Random

# motion, policy as in the abstracts, outcomes that are welcome, outcomes that are not
MOTIONS = [
    (
        "The city should ban private cars from its centre",
        "a car ban",
        ["footfall in shops", "air quality", "bus punctuality", "use of parks"],
        ["the number of accidents", "noise at night", "delivery delays", "rents in the suburbs"],
    ),
    (
        "Schools should start at nine",
        "a later start of school",
        ["hours of sleep", "marks in mathematics", "attendance", "pupil satisfaction"],
        ["tardiness", "traffic jams at noon", "cancelled training sessions", "childcare costs"],
    ),
    (
        "The state should pay a basic income",
        "a basic income",
        ["the number of start-ups", "mental health", "school completion", "volunteering"],
        ["consumer prices", "unemployment", "household debt", "tax evasion"],
    ),
    (
        "Companies should work four days a week",
        "a four-day week",
        ["output per hour", "staff retention", "job applications", "customer ratings"],
        ["sick days", "overtime", "missed deadlines", "errors in production"],
    ),
    (
        "Supermarkets should give up plastic packaging",
        "a ban on plastic packaging",
        ["sales of fresh fruit", "customer trust", "recycling rates", "regional sourcing"],
        ["food waste", "litter in rivers", "transport weight", "shelf prices"],
    ),
]
PLACES = ["towns", "districts", "regions", "countries"]
HELPFUL, HARMFUL, STRAY = 4, 3, 2


def brief(rng: Random, side: str) -> tuple[str, dict[str, str], frozenset[str]]:
    """A motion, its sources, and the ids of the sources that help the side."""
    at = rng.randrange(len(MOTIONS))
    motion, policy, welcome, unwelcome = MOTIONS[at]
    outcomes = rng.sample(welcome + unwelcome, HELPFUL + HARMFUL)
    entries: list[tuple[str, bool]] = []
    for number, outcome in enumerate(outcomes):
        helps = number < HELPFUL
        good_news = helps == (side == "for")
        rose = good_news == (outcome in welcome)
        entries.append((_abstract(rng, outcome, rose, policy), helps))
    for other in rng.sample([m for m in MOTIONS if m[0] != motion], STRAY):
        outcome = rng.choice(other[2] + other[3])
        entries.append((_abstract(rng, outcome, rng.random() < 0.5, other[1]), False))
    rng.shuffle(entries)
    sources = {f"S{n}": text for n, (text, _) in enumerate(entries, 1)}
    helpful = frozenset(f"S{n}" for n, (_, helps) in enumerate(entries, 1) if helps)
    return motion, sources, helpful


def _abstract(rng: Random, outcome: str, rose: bool, policy: str) -> str:
    verb = rng.choice(["rose", "went up"] if rose else ["fell", "went down"])
    where = f"{rng.randrange(3, 40)} {rng.choice(PLACES)}"
    return f"Study of {where} ({rng.randrange(1994, 2024)}): {outcome} {verb} after {policy}."
