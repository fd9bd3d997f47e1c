"""`grid` is a square matrix, a list of rows. Return for each row the product of its item on the
main diagonal and its item on the other diagonal."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(
        st.integers(0, 4).flatmap(
            lambda n: st.lists(ints(-9, 9, most=n, least=n), min_size=n, max_size=n)
        )
    )


def diagonal(grid: list[list[int]]) -> list[int]:
    return [row[i] * row[-1 - i] for i, row in enumerate(grid)]


WRONG = {
    "squares the diagonal": ("row[-1 - i]", "row[i]"),
    "by columns": """
def diagonal(grid):
    return [grid[i][i] * grid[-1 - i][i] for i in range(len(grid))]
""",
}


def valid(grid: list[list[int]]) -> bool:
    return all(len(row) == len(grid) for row in grid)
