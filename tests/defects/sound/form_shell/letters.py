"""The applicants: their data, and the letters that contain them."""

from __future__ import annotations

from random import Random

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
FORMATS = {
    "name": "family name, given name",
    "born": "YYYY-MM-DD",
    "city": "as in the letter",
    "phone": "digits only",
    "nights": "a number",
    "arrival": "YYYY-MM-DD",
}
FIELDS = {1: ("name", "born", "city", "phone"), 2: tuple(FORMATS)}
TURNS = {1: 8, 2: 10}
_GIVEN = ("Ada", "Bruno", "Clara", "David", "Elsa", "Franz", "Greta", "Hugo")
_FAMILY = ("Meier", "Keller", "Rossi", "Favre", "Brunner", "Lang", "Moser", "Frei")
_CITIES = ("Bern", "Basel", "Chur", "Lugano", "Thun", "Sion", "Aarau", "Zug")


def draw_applicant(rng: Random) -> dict[str, str]:
    """The fields of an applicant, as the form wants them."""
    return {
        "name": f"{rng.choice(_FAMILY)}, {rng.choice(_GIVEN)}",
        "born": f"{rng.randint(1950, 2005)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
        "city": rng.choice(_CITIES),
        "phone": f"07{rng.randint(6, 9)}{rng.randrange(10**7):07}",
        "nights": str(rng.randint(1, 14)),
        "arrival": f"2027-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
    }


def long_date(iso: str) -> str:
    """`1987-05-03` as `3 May 1987`."""
    year, month, day = iso.split("-")
    return f"{int(day)} {MONTHS[int(month) - 1]} {year}"


def write_letter(applicant: dict[str, str], level: int) -> str:
    """The letter of an applicant."""
    family, given = applicant["name"].split(", ")
    phone = applicant["phone"]
    spaced = f"{phone[:3]} {phone[3:6]} {phone[6:8]} {phone[8:]}"
    text = (
        f"Dear hostel, I am {given} {family} from {applicant['city']}, "
        f"born on {long_date(applicant['born'])}. You reach me at {spaced}."
    )
    if level == 2:
        text += (
            f" I arrive on {long_date(applicant['arrival'])} and stay {applicant['nights']} nights."
        )
    return text
