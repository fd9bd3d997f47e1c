"""Tables with mistakes, their repair, and the check of a cleaned table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from random import Random

from .models import Row

SIZES = {1: 6, 2: 9, 3: 13}
TOWNS = {
    "train": ("Nordby", "Lake Arden", "Stone Ferry", "Holm", "East Wick"),
    "test": ("Port Ellis", "Marsh End", "Kirkby", "Tarn"),
}
LETTERS = {"train": "ABCDEFGHJKLM", "test": "NPRSTUVW"}


def repair_height(text: str) -> str:
    """A height in whole centimetres."""
    height = Decimal(text)
    if height < 3:
        height *= 100
    elif 40 <= height <= 90:
        height *= Decimal("2.54")
    return str(height.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def repair_age(text: str) -> str:
    """An age, or 0 if it is impossible."""
    return text if 16 <= int(text) <= 99 else "0"


def repair_town(text: str) -> str:
    """A town in its usual spelling."""
    return text.strip().title()


def repaired(row: Row) -> Row:
    """The row without mistakes in its cells."""
    return Row(
        row=row.row,
        person=row.person,
        height=repair_height(row.height),
        age=repair_age(row.age),
        town=repair_town(row.town),
    )


def answers(row: Row) -> tuple[str, ...]:
    """What a form says, without its number."""
    return row.person, row.height, row.age, row.town


def doubles(rows: Sequence[Row]) -> dict[int, int]:
    """The later row of each double entry, and the earlier one."""
    first: dict[tuple[str, ...], int] = {}
    found = {}
    for row in map(repaired, rows):
        if answers(row) in first:
            found[row.row] = first[answers(row)]
        else:
            first[answers(row)] = row.row
    return found


def is_clean(draft: Sequence[Row], table: Sequence[Row]) -> bool:
    """Whether a table is the draft without its mistakes.

    Every row that is left must be the repaired row of its number, and of the rows with the same
    answers exactly one must be left.
    """
    wanted: Mapping[int, Row] = {row.row: repaired(row) for row in draft}
    if any(row != wanted[row.row] for row in table):
        return False
    return sorted(answers(row) for row in table) == sorted({answers(r) for r in wanted.values()})


def _spoil_height(rng: Random, cm: int) -> str:
    way = rng.random()
    if way < 0.2:
        return f"{cm / 100:.2f}"
    inches = round(cm / 2.54)
    if way < 0.4 and int(repair_height(str(inches))) == cm:
        return str(inches)
    return str(cm)


def _spoil_town(rng: Random, town: str) -> str:
    return rng.choice((town, town, town, town.upper(), town.lower(), f" {town}"))


def new_draft(rng: Random, level: int, split: str) -> list[Row]:
    """A table with mistakes in some cells, and with double entries."""
    people = [a + b for a in LETTERS[split] for b in LETTERS[split]]
    count = SIZES[level]
    forms = []
    for person in rng.sample(people, count - level):
        age = rng.randint(16, 99) if rng.random() < 0.85 else rng.choice((3, 160, 177, 250))
        forms.append((person, rng.randint(150, 199), age, rng.choice(TOWNS[split])))
    forms += rng.sample(forms, level)
    rng.shuffle(forms)
    return [
        Row(
            row=number,
            person=person,
            height=_spoil_height(rng, cm),
            age=str(age),
            town=_spoil_town(rng, town),
        )
        for number, (person, cm, age, town) in enumerate(forms, 1)
    ]
