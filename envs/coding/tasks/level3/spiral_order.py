"""Return the items of `grid`, a list of rows of equal length, in the order of a clockwise
spiral from the top left inwards."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(
        st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
            lambda t: st.lists(ints(0, 9, least=t[1], most=t[1]), min_size=t[0], max_size=t[0])
        )
    )


def spiral_order(grid: list[list[int]]) -> list[int]:
    order: list[int] = []
    rows = [list(row) for row in grid]
    while rows:
        order.extend(rows.pop(0))
        rows = [list(row) for row in zip(*rows)][::-1]
    return order


WRONG = {
    "anticlockwise": """
def spiral_order(grid):
    out, rows = [], [list(r) for r in zip(*grid)]
    while rows:
        out.extend(rows.pop(0))
        rows = [list(r) for r in zip(*rows)][::-1]
    return out
""",
    "snake": """
def spiral_order(grid):
    return [x for i, row in enumerate(grid) for x in (row if i % 2 == 0 else row[::-1])]
""",
}


def valid(grid: list[list[int]]) -> bool:
    return bool(grid) and len({len(row) for row in grid}) == 1 and bool(grid[0])
