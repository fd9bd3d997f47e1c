"""`alive` is a list of [row, column] of living cells, sorted, without repetitions. Return the
living cells of the next generation in Conway's game of life, sorted; the board has no edges, so
rows and columns may be negative: a cell lives on with 2
or 3 living neighbours of its 8, and comes to life with exactly 3."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st

SPLIT = "test"


def inputs() -> Inputs:
    return args(
        st.lists(
            st.tuples(st.integers(0, 3), st.integers(0, 3)).map(list), max_size=9, unique_by=tuple
        ).map(sorted)
    )


def game_of_life(alive: list[list[int]]) -> list[list[int]]:
    cells = {(r, c) for r, c in alive}
    near: dict[tuple[int, int], int] = {}
    for r, c in cells:
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                spot = (r + i, c + j)
                near[spot] = near.get(spot, 0) + 1
    return sorted([r, c] for (r, c), n in near.items() if n == 3 or (n == 4 and (r, c) in cells))


WRONG = {
    "counts the cell itself": (
        "n == 3 or (n == 4 and (r, c) in cells)",
        "n == 3 or (n == 2 and (r, c) in cells)",
    ),
    "four neighbours": """
def game_of_life(alive):
    cells = {(r, c) for r, c in alive}
    near = {}
    for r, c in cells:
        for spot in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            near[spot] = near.get(spot, 0) + 1
    return sorted([r, c] for (r, c), n in near.items() if n == 3 or (n == 2 and (r, c) in cells))
""",
    "no births outside": """
def game_of_life(alive):
    cells = {(r, c) for r, c in alive}
    def near(r, c):
        return sum((r + i, c + j) in cells for i in (-1, 0, 1) for j in (-1, 0, 1)) - ((r, c) in cells)
    return [[r, c] for r, c in sorted(cells) if near(r, c) in (2, 3)]
""",
}


def valid(alive: list[list[int]]) -> bool:
    pairs = [tuple(cell) for cell in alive]
    return all(len(pair) == 2 for pair in pairs) and pairs == sorted(set(pairs))


EQUIVALENT = {
    "spot = (r - i, c + j)": "i runs over both signs",
    "spot = (r + i, c - j)": "j runs over both signs",
}
