"""Tables of sales, and questions about them with the formulas that answer them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .formula import Sheet

ROWS = 8
REGIONS = ("north", "south", "east", "west")
HIDDEN = 5
_COLUMNS = {"units": "B1:B8", "price": "C1:C8"}
_FUNCTIONS = {"total": "SUM", "average": "AVERAGE", "smallest": "MIN", "largest": "MAX"}


@dataclass(frozen=True)
class Question:
    """A question, and a formula that answers it."""

    text: str
    formula: str


def questions() -> dict[int, list[Question]]:
    """Every question, by level."""
    one = [
        Question(f"What is the {word} {column}?", f"={function}({cells})")
        for word, function in _FUNCTIONS.items()
        for column, cells in _COLUMNS.items()
    ]
    two = [
        Question(
            f"What is the total {column} of the {region}?", f'=SUMIF(A1:A8,"{region}",{cells})'
        )
        for region in REGIONS
        for column, cells in _COLUMNS.items()
    ]
    three = [
        Question(
            f"What share of the total {column} has the {region}, in percent?",
            f'=100*SUMIF(A1:A8,"{region}",{cells})/SUM({cells})',
        )
        for region in REGIONS
        for column, cells in _COLUMNS.items()
    ]
    return {1: one, 2: two, 3: three}


def draw_sheet(rng: Random) -> Sheet:
    """A table in which every region occurs."""
    regions = [*REGIONS, *rng.choices(REGIONS, k=ROWS - len(REGIONS))]
    rng.shuffle(regions)
    sheet: Sheet = {}
    for row, region in enumerate(regions, 1):
        sheet[f"A{row}"] = region
        sheet[f"B{row}"] = rng.randint(1, 90)
        sheet[f"C{row}"] = rng.randint(100, 5000) / 100
    return sheet


def as_rows(sheet: Sheet) -> list[str]:
    """The table as text, a line for each row."""
    return [
        f"{row}: {sheet[f'A{row}']}, {sheet[f'B{row}']}, {sheet[f'C{row}']}"
        for row in range(1, ROWS + 1)
    ]
