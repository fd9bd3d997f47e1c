"""The spreadsheet: commands, formulas and their values."""

from __future__ import annotations

import re
from collections.abc import Mapping

COMMAND = re.compile(r"SET ([A-F][1-9]) =(\S+)|FILL ([A-F][1-9]) ([1-9])|(DONE)")
LOCKED = "AB"
LARGEST = 10**12
_TOKEN = re.compile(r"SUM\([A-F][1-9]:[A-F][1-9]\)|[A-F][1-9]|\d{1,6}|[-+*()]")
_CELL = re.compile(r"([A-F])([1-9])")


class FormulaError(ValueError):
    """A formula cannot be read or has no value."""


def commands(line: str) -> list[re.Match[str]]:
    """The commands of a line."""
    found = COMMAND.fullmatch(line.strip())
    return [found] if found else []


def tokens(formula: str) -> list[str]:
    """The parts of a formula."""
    found = _TOKEN.findall(formula)
    if "".join(found) != formula or len(found) > 40:
        raise FormulaError("cannot be read")
    return found


def shifted(formula: str, rows: int) -> str:
    """The formula with all cells moved down."""

    def move(found: re.Match[str]) -> str:
        row = int(found[2]) + rows
        if not 1 <= row <= 9:
            raise FormulaError("leaves the sheet")
        return f"{found[1]}{row}"

    return _CELL.sub(move, formula)


class Sheet:
    """Values of the locked cells, and formulas of the others."""

    def __init__(
        self, inputs: Mapping[str, int], formulas: Mapping[str, str] | None = None
    ) -> None:
        self.inputs = dict(inputs)
        self.formulas = dict(formulas or {})
        self._values: dict[str, int] = {}
        self._open: set[str] = set()

    def value(self, cell: str) -> int:
        """The value of a cell; an empty cell is 0."""
        if cell in self.inputs or cell not in self.formulas:
            return self.inputs.get(cell, 0)
        if cell not in self._values:
            if cell in self._open:
                raise FormulaError("refers to itself")
            self._open.add(cell)
            try:
                self._values[cell] = self.evaluate(self.formulas[cell])
            finally:
                self._open.discard(cell)
        return self._values[cell]

    def evaluate(self, formula: str) -> int:
        """The value of a formula."""
        parts = tokens(formula)
        result = self._sum(parts)
        if parts:
            raise FormulaError("cannot be read")
        return result

    def _sum(self, parts: list[str]) -> int:
        result = self._product(parts)
        while parts and parts[0] in "+-":
            sign = 1 if parts.pop(0) == "+" else -1
            result += sign * self._product(parts)
        return self._bounded(result)

    def _product(self, parts: list[str]) -> int:
        result = self._factor(parts)
        while parts and parts[0] == "*":
            parts.pop(0)
            result = self._bounded(result * self._factor(parts))
        return result

    def _factor(self, parts: list[str]) -> int:
        part = parts.pop(0) if parts else ""
        if part == "(":
            result = self._sum(parts)
            if not parts or parts.pop(0) != ")":
                raise FormulaError("cannot be read")
            return result
        if part.startswith("SUM"):
            return self._range(part[4:6], part[7:9])
        if part.isdigit():
            return int(part)
        if _CELL.fullmatch(part):
            return self.value(part)
        raise FormulaError("cannot be read")

    def _range(self, first: str, last: str) -> int:
        if first[0] > last[0] or first[1] > last[1]:
            raise FormulaError("has a range that runs backwards")
        columns = [column for column in "ABCDEF" if first[0] <= column <= last[0]]
        rows = range(int(first[1]), int(last[1]) + 1)
        return sum(self.value(f"{column}{row}") for column in columns for row in rows)

    @staticmethod
    def _bounded(number: int) -> int:
        if abs(number) > LARGEST:
            raise FormulaError("has a value that is too large")
        return number
