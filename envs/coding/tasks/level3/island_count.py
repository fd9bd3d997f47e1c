"""`grid` holds rows of "#" (land) and "." (water), all of equal length. Return the number of
islands: land joined up, down, left and right, not across corners."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return st.integers(1, 5).flatmap(
        lambda n: args(st.lists(words("#.", least=n, most=n), min_size=1, max_size=5))
    )


def island_count(grid: list[str]) -> int:
    land = {(r, c) for r, row in enumerate(grid) for c, char in enumerate(row) if char == "#"}
    islands = 0
    while land:
        islands += 1
        edge = [land.pop()]
        while edge:
            r, c = edge.pop()
            for spot in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if spot in land:
                    land.remove(spot)
                    edge.append(spot)
    return islands


def check_turned(result: int, grid: list[str]) -> bool:
    return island_count(["".join(column) for column in zip(*grid)]) == result


WRONG = {
    "joins across corners": """
def island_count(grid):
    land = {(r, c) for r, row in enumerate(grid) for c, x in enumerate(row) if x == "#"}
    n = 0
    while land:
        n += 1
        edge = [land.pop()]
        while edge:
            r, c = edge.pop()
            for s in [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
                if s in land:
                    land.remove(s)
                    edge.append(s)
    return n
""",
    "counts stretches in rows": """
def island_count(grid):
    return sum(len([p for p in row.split(".") if p]) for row in grid)
""",
    "never looks up": (" (r - 1, c),", ""),
}
