"""Forms of travellers, and the rules that they must satisfy."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

FIELDS = ("passport_no", "machine_line", "birth", "issue", "expiry", "stay_days", "plate")
VISAS = {"A": 30, "B": 90, "C": 180}
COUNTRIES = {"Austrian": "A", "Polish": "PL", "Croatian": "HR", "Swiss": "CH", "Estonian": "EST"}
SURNAMES = [
    "Adamek",
    "Brandt",
    "Cosic",
    "Dorn",
    "Egger",
    "Fiala",
    "Gasser",
    "Horvat",
    "Ilves",
    "Jurca",
    "Kask",
    "Lang",
    "Moser",
    "Nowak",
]
GIVEN = [
    "Anna",
    "Boris",
    "Clara",
    "Dario",
    "Elsa",
    "Franc",
    "Greta",
    "Hugo",
    "Ines",
    "Jan",
    "Katja",
    "Luka",
    "Mira",
    "Nils",
]


def check_digit(digits: str) -> int:
    """The check digit for six digits."""
    return sum(place * int(digit) for place, digit in enumerate(digits, 1)) % 10


def years_before(day: date, years: int) -> date:
    """The same day and month, that many years before."""
    return day.replace(year=day.year - years)


def wrong_fields(form: dict[str, str]) -> frozenset[str]:
    """The fields of a form that break their rule."""
    day = {name: date.fromisoformat(form[name]) for name in ("entry", "birth", "issue", "expiry")}
    number = form["passport_no"]
    kept = {
        "passport_no": int(number[8]) == check_digit(number[2:8]),
        "machine_line": form["machine_line"] == f"{form['surname']}<<{form['given']}".upper(),
        "birth": day["birth"] <= years_before(day["entry"], 18),
        "issue": day["issue"] == years_before(day["expiry"], 10),
        "expiry": day["expiry"] >= day["entry"] + timedelta(days=180),
        "stay_days": int(form["stay_days"]) <= VISAS[form["visa"]],
        "plate": form["plate"].split("-")[0] == COUNTRIES[form["nationality"]],
    }
    return frozenset(name for name, good in kept.items() if not good)


def _day(rng: Random, first: int, last: int) -> date:
    return date(rng.randint(first, last), rng.randint(1, 12), rng.randint(1, 28))


def _other(rng: Random, items: list[str], taken: str) -> str:
    return rng.choice([item for item in items if item != taken])


def draw_form(rng: Random) -> dict[str, str]:
    """A form of which one to three fields are wrong; every set of that size is equally likely."""
    wrong = set(rng.sample(FIELDS, rng.randint(1, 3)))
    while True:
        form = _attempt(rng, wrong)
        if wrong_fields(form) == wrong:
            return form


def _attempt(rng: Random, wrong: set[str]) -> dict[str, str]:
    surname, given = rng.choice(SURNAMES), rng.choice(GIVEN)
    nationality, visa = rng.choice(list(COUNTRIES)), rng.choice(list(VISAS))
    entry = _day(rng, 2024, 2026)
    digits = "".join(rng.choice("0123456789") for _ in range(6))
    check = (check_digit(digits) + ("passport_no" in wrong) * rng.randint(1, 9)) % 10
    lined = _other(rng, SURNAMES, surname) if "machine_line" in wrong else surname
    birth = years_before(entry, 18) + timedelta(days=rng.randint(1, 700)) * (
        1 if "birth" in wrong else -rng.randint(1, 20)
    )
    gap = rng.randint(10, 179) if "expiry" in wrong else rng.randint(180, 2400)
    expiry = entry + timedelta(days=gap)
    expiry = expiry.replace(day=min(expiry.day, 28))
    issue = years_before(expiry, 10)
    if "issue" in wrong:
        issue += timedelta(days=rng.choice((-1, 1)) * rng.randint(1, 300))
    limit = VISAS[visa]
    stay = rng.randint(limit + 1, limit + 40) if "stay_days" in wrong else rng.randint(3, limit)
    code = COUNTRIES[nationality]
    if "plate" in wrong:
        code = _other(rng, list(COUNTRIES.values()), code)
    return {
        "surname": surname,
        "given": given,
        "nationality": nationality,
        "visa": visa,
        "entry": entry.isoformat(),
        "passport_no": f"{''.join(rng.choice('KLMNPRST') for _ in range(2))}{digits}{check}",
        "machine_line": f"{lined}<<{given}".upper(),
        "birth": birth.isoformat(),
        "issue": issue.isoformat(),
        "expiry": expiry.isoformat(),
        "stay_days": str(stay),
        "plate": f"{code}-{rng.randint(1000, 9999)}",
    }
