"""Group findings that likely have one cause, and put those that pay most first.

A cause is guessed from the texts: the same exception at the same line, the same field, or the
same message apart from names, numbers and quoted values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hallmark_rl.conformance.reporting.run_report import Row

_NUMBER = r"[-+]?(?:\d[\d,]*\.?\d*(?:e[-+]?\d+)?|inf\b)"
_PAID = re.compile(
    rf"\b(?:pays?|paid|earn(?:s|ed)?|returns?|reward(?:s|ed)?|gives|worth)\b[^.;\d]{{0,40}}?({_NUMBER})",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(r"\b([A-Z]\w*(?:Error|Exception|Exit|Interrupt))\b")
_LINE = re.compile(r'File "([^"]+)", line (\d+)')
_FIELD = re.compile(r"\b(?:observation|state|metadata)'s ([A-Za-z_]\w*)")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`")
_BRACKETS = re.compile(r"[\[{(][^\[\]{}()]*[\]})]")


@dataclass(frozen=True)
class Group:
    """Rows with one likely cause; `paid` is the greatest amount that their messages name."""

    rows: tuple[Row, ...]
    paid: float

    @property
    def message(self) -> str:
        """The message of the first row."""
        return self.rows[0].message


def group_by_cause(rows: Sequence[Row]) -> list[Group]:
    """The rows in groups: the greatest amount paid first, then the most rows.

    Rows of a group, and groups that are equal in both, keep their order.
    """
    causes: dict[str, list[Row]] = {}
    for row in rows:
        causes.setdefault(likely_cause(row.message, row.output), []).append(row)
    groups = [Group(tuple(same), max(map(_paid_in_row, same))) for same in causes.values()]
    return sorted(groups, key=lambda group: (-group.paid, -len(group.rows)))


def likely_cause(message: str, output: str = "") -> str:
    """A text that is equal for findings of which one cause is likely.

    Args:
        message: what was observed.
        output: the end of what the check printed, which may hold a traceback.
    """
    exception = _EXCEPTION.search(message)
    if exception is not None:
        lines = [
            f"{path}:{line}" for path, line in _LINE.findall(output) if "hallmark_rl" not in path
        ]
        return f"{exception[1]} at {lines[-1] if lines else skeleton(message[exception.end() :])}"
    field = _FIELD.search(message)
    if field is not None:
        return f"field {field[1]}"
    return skeleton(message)


def skeleton(message: str) -> str:
    """The message without quoted values, values in brackets and numbers."""
    text, before = _QUOTED.sub("'...'", message), ""
    while text != before:
        before, text = text, _BRACKETS.sub("...", text)
    return " ".join(re.sub(_NUMBER, "0", text).split())


def amount_paid(message: str) -> float:
    """The greatest amount that a message says is paid or earned; 0.0 if it names none."""
    amounts = [abs(float(number.replace(",", ""))) for number in _PAID.findall(message)]
    return max(amounts, default=0.0)


def _paid_in_row(row: Row) -> float:
    figure = row.figures.get("paid")
    known = isinstance(figure, int | float) and figure == figure
    return abs(float(figure)) if known and figure is not None else amount_paid(row.message)
