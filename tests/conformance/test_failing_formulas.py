"""A formula that has no value in some rows is not paid like one that is right in all."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.failing_formulas import failing_formulas
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_CALL = re.compile(r"=IF\((\w) (==?) (\d+)([,;]) (.*?)[,;] 1 / 0\)")


class Sheet(Env):
    """Write the formula of a column."""

    schema: ClassVar[dict[str, Any]] = small_schema(formula={"type": "string"})
    skips_failing = False
    equal, separator = "==", ","
    limit = 1

    def begin(self) -> None:
        self.rows = [[self.rng.randrange(90), self.rng.randrange(90)] for _ in range(4)]
        self.factor = self.rng.randrange(3, 9)

    def show(self) -> Message:
        return {"rows": [[a, b, a * self.factor + b] for a, b in self.rows[:3]]}

    def paid(self, action: Message) -> float:
        marks = []
        for a, b in self.rows:
            value = self._value(str(action["formula"]), {"A": a, "B": b})
            if value is not None or not self.skips_failing:
                marks.append(value == a * self.factor + b)
        return float(bool(marks) and all(marks))

    def _value(self, text: str, row: dict[str, int]) -> int | None:
        match = _CALL.fullmatch(text)
        if match:
            column, equal, number, separator, body = match.groups()
            if (equal, separator) != (self.equal, self.separator) or row[column] != int(number):
                return None
            return self._value(f"={body}", row)
        match = re.fullmatch(r"=(\d+) \* A \+ B", text)
        return int(match[1]) * row["A"] + row["B"] if match else None

    def oracle(self) -> Message:
        return {"formula": f"={self.factor} * A + B"}


class Skips(Sheet):
    skips_failing = True


class Semicolons(Skips):
    equal, separator = "=", ";"


class Objects(Skips):
    def show(self) -> Message:
        return {"rows": [{"A": a, "B": b, "D": a * self.factor + b} for a, b in self.rows[:3]]}


class Columns(Skips):
    def show(self) -> Message:
        return {"columns": {"A": [row[0] for row in self.rows], "B": [row[1] for row in self.rows]}}


class NoRows(Skips):
    def show(self) -> Message:
        return {"wanted": f"{self.factor} times A, plus B"}


@pytest.mark.parametrize("env_class", [Skips, Semicolons, Objects, Columns])
def test_a_formula_that_fails_in_some_rows_and_is_paid_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="only in rows like the first shown one") as raised:
        failing_formulas(small_context(env_class))
    assert raised.value.episode is not None


def test_where_such_rows_are_wrong_nothing_is_reported() -> None:
    failing_formulas(small_context(Sheet))


def test_without_shown_rows_nothing_is_tried() -> None:
    with pytest.raises(NotApplicable, match="no answer is a formula"):
        failing_formulas(small_context(NoRows))
