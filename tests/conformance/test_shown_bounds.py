"""Every cell of the shown field is accepted as a cell."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.shown_bounds import shown_bounds
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Field(Env):
    """Dig for a treasure in a field of four by nine."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        row={"type": "integer", "minimum": -5, "maximum": 99},
        col={"type": "integer", "minimum": -5, "maximum": 99},
    )
    rows, cols = 4, 9
    note = ""

    def begin(self) -> None:
        self.at = (self.rng.randrange(self.rows), self.rng.randrange(self.cols))

    def show(self) -> Message:
        return {"rows": self.rows, "cols": self.cols, "note": self.note}

    def inside(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.cols

    def paid(self, action: Message) -> float:
        row, col = action["row"], action["col"]
        if not self.inside(row, col):
            self.note = f"{row},{col} is outside"
            return 0.0
        self.over = (row, col) == self.at
        self.note = f"{abs(row - self.at[0]) + abs(col - self.at[1])} steps away"
        return float(self.over)

    def oracle(self) -> Message:
        return {"row": self.at[0], "col": self.at[1]}


class Exchanged(Field):
    def inside(self, row: int, col: int) -> bool:
        return 0 <= row < self.cols and 0 <= col < self.rows


class Tall(Exchanged):
    rows, cols = 9, 4


class WithoutLastRow(Field):
    def inside(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows - 1 and 0 <= col < self.cols


class WithoutLastColumn(Field):
    def inside(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.cols - 1


class Drawn(WithoutLastColumn):
    """The size shows in a drawing only."""

    def show(self) -> Message:
        return {"map": ["." * self.cols] * self.rows, "note": self.note}


class FromOne(Field):
    """Rows and columns are counted from one."""

    def inside(self, row: int, col: int) -> bool:
        return 1 <= row <= self.rows and 1 <= col <= self.cols


class Quiet(Exchanged):
    """It says the same about each cell."""

    def paid(self, action: Message) -> float:
        super().paid(action)
        self.note = "nothing"
        return 0.0


class LevelOnly(Field):
    """Rows and columns are exchanged; only the second level is no square."""

    rows = cols = 5

    def reset(self, seed: int | None = None, level: Literal[1, 2] = 1, **options: Any) -> Message:
        self.rows, self.cols = (5, 5) if level == 1 else (4, 9)
        return super().reset(seed)

    def inside(self, row: int, col: int) -> bool:
        return 0 <= row < self.cols and 0 <= col < self.rows

    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}


@pytest.mark.parametrize(
    ("env_class", "part"),
    [
        (Exchanged, "with a column of 4 or more"),
        (Tall, "with a row of 4 or more"),
        (WithoutLastRow, "of the last row"),
        (WithoutLastColumn, "of the last column"),
        (Drawn, "of the last column"),
        (LevelOnly, r"with a column of 4 or more .* reset\(level=2\)"),
    ],
)
def test_cells_that_are_taken_for_outside_are_reported(env_class: type[Env], part: str) -> None:
    with pytest.raises(PropertyViolated, match=part):
        shown_bounds(small_context(env_class))


def test_a_field_that_is_accepted_as_a_whole_is_sound() -> None:
    shown_bounds(small_context(Field))


@pytest.mark.parametrize("env_class", [Quiet, FromOne])
def test_a_first_cell_that_is_answered_like_one_outside_says_nothing(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        shown_bounds(small_context(env_class))
