"""A board of `rows` times `columns` zeros.

`set(row, column, value)` returns the old value, or raises IndexError if the field is
outside (negative numbers are outside too); `row_sum(row)` and `column_sum(column)` return
sums, and raise IndexError likewise; `transpose()` turns rows into columns for all that
follows and returns None."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        st.integers(1, 3),
        st.integers(1, 3),
        set=(st.integers(-1, 3), st.integers(-1, 3), st.integers(1, 9)),
        row_sum=(st.integers(-1, 3),),
        column_sum=(st.integers(-1, 3),),
        transpose=(),
    )


class MatrixBoard:
    def __init__(self, rows: int, columns: int) -> None:
        self.grid = [[0] * columns for _ in range(rows)]

    def set(self, row: int, column: int, value: int) -> int:
        if not (0 <= row < len(self.grid) and 0 <= column < len(self.grid[0])):
            raise IndexError("outside")
        old = self.grid[row][column]
        self.grid[row][column] = value
        return old

    def row_sum(self, row: int) -> int:
        if row < 0:
            raise IndexError("outside")
        return sum(self.grid[row])

    def column_sum(self, column: int) -> int:
        if column < 0:
            raise IndexError("outside")
        return sum(line[column] for line in self.grid)

    def transpose(self) -> None:
        self.grid = [list(line) for line in zip(*self.grid)]


WRONG = {
    "shared rows": ("[[0] * columns for _ in range(rows)]", "[[0] * columns] * rows"),
    "negative rows count from the end": """
class MatrixBoard:
    def __init__(self, rows, columns):
        self.grid = [[0] * columns for _ in range(rows)]
    def set(self, row, column, value):
        old = self.grid[row][column]
        self.grid[row][column] = value
        return old
    def row_sum(self, row):
        return sum(self.grid[row])
    def column_sum(self, column):
        return sum(line[column] for line in self.grid)
    def transpose(self):
        self.grid = [list(line) for line in zip(*self.grid)]
""",
    "returns the new value": ("return old", "return value"),
}

EQUIVALENT = {
    "if not (0 <= row <= len(self.grid) and 0 <= column < len(self.grid[0])):": "the list raises it",
    "if not (0 <= row < len(self.grid) and 0 <= column <= len(self.grid[0])):": "the list raises it",
    "if not (0 <= row < len(self.grid) and 0 <= column < len(self.grid[-1])):": "rows are equally long",
}
