"""Letters made of plain text and identifiers, and how an anonymised one is read."""

from __future__ import annotations

import re
from random import Random

PEOPLE = {
    "train": (
        ("Oswin Harrowgate", "Tessaly Brindlecombe"),
        ("Lorcan Pettibrook", "Maribel Quillfeather"),
        ("Desmond Ashgrove", "Wilhelmina Tarrowby"),
        ("Rosalind Keswicke", "Barnaby Thornquist"),
        ("Casimir Wetherden", "Philippa Oxnard"),
    ),
    "test": (("Leopold Marchbanks", "Eudora Fennimore"), ("Ottilie Grayburn", "Ambrose Dunwick")),
}
STREETS = ("Cobblers Rise", "Weir Bank", "Gorse Hill", "Saddlers Row", "Linnet Close")
MONTHS = ("January", "March", "June", "August", "October", "November")

LETTERS = {
    1: (
        (
            "Re: {patient}, born {born}. Seen today with a dry cough for 3 weeks. Chest "
            "clear. Review in 10 days."
        ),
        "Re: {patient}, born {born}. Ankle sprain, grade 2. Ibuprofen 400 mg, rest for 5 days.",
    ),
    2: (
        (
            "Dear Dr {doctor},\n\nThank you for sending {patient}, born {born}, record "
            "{record}. {title} {surname} has had chest pain on stairs since May. The ECG "
            "was normal. I have started bisoprolol 2.5 mg.\n\nYours sincerely"
        ),
        (
            "Dear Dr {doctor},\n\nI saw {patient} ({born}, record {record}) on Tuesday. "
            "The rash on both arms is eczema. {title} {surname} will use hydrocortisone "
            "1 % for 2 weeks.\n\nYours sincerely"
        ),
    ),
    3: (
        (
            "Dear Dr {doctor},\n\n{patient}, born {born}, record {record}, of {address}, "
            "came to the clinic on Monday. {title} {surname} has had Parkinson's disease "
            "for 6 years and now a Baker's cyst of the left knee. Co-careldopa stays at "
            "25/100. Please call {title} {surname} on {phone} about the "
            "physiotherapy.\n\nYours sincerely"
        ),
        (
            "Dear Dr {doctor},\n\nRe: {patient}, {born}, record {record}\n\nThe thyroid "
            "antibodies confirm Hashimoto's disease; {title} {surname} also has "
            "Raynaud's. I suggest levothyroxine 50 micrograms. Results can go to "
            "{address}, and {title} {surname} can be reached on {phone}. Dr "
            "{doctor_surname} may repeat the TSH in 6 weeks.\n\nKind regards"
        ),
    ),
}
FIELD = re.compile(r"\{(\w+)\}")
PLACEHOLDER = re.compile(r"\[[A-Za-z0-9 ]{1,30}\]")
MARK = "\u25a1"


def compose(rng: Random, level: int, split: str) -> list[tuple[str, bool]]:
    """A letter as pieces of text, each with whether it is an identifier."""
    patient, doctor = rng.choice(PEOPLE[split])
    if rng.random() < 0.5:
        patient, doctor = doctor, patient
    values = {
        "patient": patient,
        "surname": patient.split()[1],
        "doctor": doctor,
        "doctor_surname": doctor.split()[1],
        "born": f"{rng.randrange(11, 29)} {rng.choice(MONTHS)} {rng.randrange(1931, 1999)}",
        "record": f"{rng.randrange(100, 1000)}-{rng.randrange(1000, 10000)}",
        "address": f"{rng.randrange(20, 99)} {rng.choice(STREETS)}",
        "phone": f"01632 960{rng.randrange(100, 1000)}",
        "title": rng.choice(["Mr", "Ms"]),
    }
    pieces = []
    for place, piece in enumerate(FIELD.split(rng.choice(LETTERS[level]))):
        if place % 2 == 0:
            pieces.append((piece, False))
        else:
            pieces.append((values[piece], piece != "title"))
    return pieces


def spells_out(placeholder: str, identifiers: list[str]) -> bool:
    """Whether a placeholder holds a word or number of an identifier, also with spaces."""
    inside = placeholder.casefold().strip("[]")
    squeezed = inside.replace(" ", "")
    words = {word for text in identifiers for word in re.findall(r"[a-z]+|\d{3,}", text.casefold())}
    return any(word in inside.split() or (len(word) > 3 and word in squeezed) for word in words)


def judge(pieces: list[tuple[str, bool]], answer: str) -> tuple[bool, int]:
    """Whether all but the identifiers is intact, and how many identifiers were replaced."""
    identifiers = [text for text, hidden in pieces if hidden]
    if MARK in answer:
        return False, 0

    def mark(found: re.Match[str]) -> str:
        return found[0] if spells_out(found[0], identifiers) else MARK

    marked = " ".join(PLACEHOLDER.sub(mark, answer).split())
    pattern = "".join(
        f"({MARK}|{_loose(text)})" if hidden else _loose(text) for text, hidden in pieces
    )
    found = re.fullmatch(pattern, marked)
    if found is None:
        return False, 0
    return True, sum(group == MARK for group in found.groups())


def _loose(text: str) -> str:
    """A pattern for the text in which every run of white space is one space."""
    return re.sub(r"(\\\s|\s)+", " ", re.escape(text))
