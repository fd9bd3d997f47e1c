"""`grid` is a list of rows of "." (free) and "#" (wall), all equally long. A robot starts at
the top left field, which is always free, looking to the right. `orders` is a text: "F"
moves one field ahead if that field is in the grid and free, otherwise it turns right
instead; "L" and "R" turn. Return [row, column, direction], with the direction as one of
">v<^"."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words

SPLIT = "test"


def inputs() -> Inputs:
    return st.integers(1, 4).flatmap(
        lambda n: args(
            st.lists(words("...#", least=n, most=n), min_size=1, max_size=4).map(
                lambda g: ["." + g[0][1:], *g[1:]]
            ),
            words("FFFLR", most=14, least=0),
        )
    )


def robot_warehouse(grid: list[str], orders: str) -> list[int | str]:
    row = 0
    column = 0
    facing = 0
    for order in orders:
        dr, dc = ((0, 1), (1, 0), (0, -1), (-1, 0))[facing]
        r, c = row + dr, column + dc
        inside = 0 <= r < len(grid) and 0 <= c < len(grid[0])
        if order == "F" and inside and grid[r][c] == ".":
            row, column = r, c
        else:
            facing = (facing + (3 if order == "L" else 1)) % 4
    return [row, column, ">v<^"[facing]]


WRONG = {
    "stays when blocked": """
def robot_warehouse(grid, orders):
    row = column = facing = 0
    for o in orders:
        if o == "F":
            dr, dc = ((0, 1), (1, 0), (0, -1), (-1, 0))[facing]
            r, c = row + dr, column + dc
            if 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] == ".":
                row, column = r, c
        else:
            facing = (facing + (3 if o == "L" else 1)) % 4
    return [row, column, ">v<^"[facing]]
""",
    "goes round the edge": (
        "inside = 0 <= r < len(grid) and 0 <= c < len(grid[0])",
        "inside = r < len(grid) and c < len(grid[0])",
    ),
}

EQUIVALENT = {"inside = 0 <= r < len(grid) and 0 <= c < len(grid[-1])": "rows are equally long"}


def valid(grid: list[str], orders: str) -> bool:
    return (
        len({len(row) for row in grid}) == 1
        and grid[0].startswith(".")
        and set("".join(grid)) <= set(".#")
    )
