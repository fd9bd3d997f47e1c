"""A small formula language. A sheet maps cells such as `B3` to numbers or texts."""

from __future__ import annotations

import re
from math import nan
from typing import Any

Sheet = dict[str, Any]
_TOKEN = re.compile(r'\s*(?:(\d+(?:\.\d+)?)|([A-Z]+\d+|[A-Z]+)|"([^"]*)"|([-+*/(),:]))')
_MAX_CELLS = 100


class FormulaError(ValueError):
    """The formula cannot be read or computed."""


def evaluate(text: str, sheet: Sheet) -> float:
    """The number that a formula computes; not a number (NaN) for a division by zero.

    Raises:
        FormulaError: the formula cannot be read or computed.
    """
    if not text.startswith("="):
        raise FormulaError("a formula begins with =")
    try:
        return _Reader(_tokens(text[1:]), sheet).whole()
    except RecursionError as error:
        raise FormulaError("too deeply nested") from error


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens, at, text = [], 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise FormulaError("a character is not understood")
        kind = ("number", "name", "text", "sign")[(match.lastindex or 1) - 1]
        tokens.append((kind, match[match.lastindex or 1]))
        at = match.end()
    return [*tokens, ("end", "")]


def _divide(a: float, b: float) -> float:
    return a / b if b else nan


class _Reader:
    def __init__(self, tokens: list[tuple[str, str]], sheet: Sheet) -> None:
        self.tokens, self.at, self.sheet = tokens, 0, sheet

    def take(self, sign: str) -> bool:
        if self.tokens[self.at] == ("sign", sign):
            self.at += 1
            return True
        return False

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise FormulaError(f"{sign} is missing")

    def next(self, kind: str) -> str:
        found, value = self.tokens[self.at]
        if found != kind:
            raise FormulaError(f"a {kind} is missing")
        self.at += 1
        return value

    def whole(self) -> float:
        value = self.sum()
        self.next("end")
        return value

    def sum(self) -> float:
        value = self.product()
        while True:
            if self.take("+"):
                value += self.product()
            elif self.take("-"):
                value -= self.product()
            else:
                return value

    def product(self) -> float:
        value = self.factor()
        while True:
            if self.take("*"):
                value *= self.factor()
            elif self.take("/"):
                value = _divide(value, self.factor())
            else:
                return value

    def factor(self) -> float:
        if self.take("-"):
            return -self.factor()
        if self.take("("):
            value = self.sum()
            self.need(")")
            return value
        if self.tokens[self.at][0] == "number":
            return float(self.next("number"))
        name = self.next("name")
        return self.call(name) if self.take("(") else self.number(name)

    def number(self, cell: str) -> float:
        value = self.sheet.get(cell)
        if not isinstance(value, int | float):
            raise FormulaError(f"{cell[:10]} is not a number")
        return float(value)

    def cells(self) -> list[str]:
        first = self.next("name")
        self.need(":")
        last = self.next("name")
        ends = [re.fullmatch(r"([A-C])([1-9]\d?)", cell) for cell in (first, last)]
        if ends[0] is None or ends[1] is None or ends[0][1] != ends[1][1]:
            raise FormulaError("a range is within one column")
        rows = range(int(ends[0][2]), int(ends[1][2]) + 1)
        if not 0 < len(rows) <= _MAX_CELLS:
            raise FormulaError("the range is empty")
        return [f"{ends[0][1]}{row}" for row in rows]

    def call(self, name: str) -> float:
        first = self.cells()
        if name in ("SUMIF", "COUNTIF"):
            self.need(",")
            wanted = self.next("text")
            hits = [str(self.sheet.get(cell)) == wanted for cell in first]
            if name == "COUNTIF":
                self.need(")")
                return float(sum(hits))
        if name in ("SUMIF", "SUMPRODUCT"):
            self.need(",")
            second = self.cells()
            self.need(")")
            if len(first) != len(second):
                raise FormulaError("the ranges differ in length")
            if name == "SUMIF":
                return sum(self.number(c) for c, hit in zip(second, hits, strict=True) if hit) + 0.0
            return sum(self.number(a) * self.number(b) for a, b in zip(first, second, strict=True))
        self.need(")")
        if name == "COUNT":
            return float(len([c for c in first if isinstance(self.sheet.get(c), int | float)]))
        numbers = [self.number(cell) for cell in first]
        simple = {"SUM": sum, "MIN": min, "MAX": max, "AVERAGE": lambda n: sum(n) / len(n)}
        if name not in simple:
            raise FormulaError(f"there is no function {name[:12]}")
        return float(simple[name](numbers))
