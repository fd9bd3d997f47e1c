"""Return `grid`, a list of rows of equal length, turned by a quarter clockwise. An empty list
stays empty."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(
        st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
            lambda t: st.lists(ints(0, 9, least=t[1], most=t[1]), min_size=t[0], max_size=t[0])
        )
    )


def rotate_grid(grid: list[list[int]]) -> list[list[int]]:
    return [list(row) for row in zip(*grid[::-1])]


def check_four_turns(result: list[list[int]], grid: list[list[int]]) -> bool:
    return rotate_grid(rotate_grid(rotate_grid(result))) == grid


WRONG = {
    "anticlockwise": """
def rotate_grid(grid):
    return [list(row) for row in zip(*grid)][::-1]
""",
    "transposes": ("grid[::-1]", "grid"),
    "square grids only": """
def rotate_grid(grid):
    n = len(grid)
    return [[grid[n - 1 - j][i] for j in range(n)] for i in range(n)]
""",
}


def valid(grid: list[list[int]]) -> bool:
    return bool(grid) and len({len(row) for row in grid}) == 1 and bool(grid[0])
