"""Sudokus of 6 x 6 with boxes of 2 rows and 3 columns, as flat lists with 0 for a blank."""

from collections.abc import Iterator
from itertools import islice
from random import Random

N = 6
BLANKS = {"easy": 12, "hard": 24}


def peers(cell: int) -> set[int]:
    """Cells which share a row, a column or a box with a cell."""
    row, column = divmod(cell, N)
    return {
        other
        for other in range(N * N)
        if other != cell
        and (
            other // N == row
            or other % N == column
            or (other // N // 2 == row // 2 and other % N // 3 == column // 3)
        )
    }


PEERS = [peers(cell) for cell in range(N * N)]


def solve(grid: list[int]) -> Iterator[list[int]]:
    """All the solutions of a grid."""
    best, options = -1, list(range(N + 1))
    for cell in range(N * N):
        if not grid[cell]:
            fits = [d for d in range(1, N + 1) if all(grid[p] != d for p in PEERS[cell])]
            if len(fits) < len(options):
                best, options = cell, fits
    if best < 0:
        yield list(grid)
        return
    for digit in options:
        yield from solve([*grid[:best], digit, *grid[best + 1 :]])


def unique(grid: list[int]) -> bool:
    """Whether a grid has exactly one solution."""
    return len(list(islice(solve(grid), 2))) == 1


def full(rng: Random) -> list[int]:
    """A filled grid."""
    digits = rng.sample(range(1, N + 1), N)
    rows = [2 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(2), 2)]
    columns = [3 * stack + c for stack in rng.sample(range(2), 2) for c in rng.sample(range(3), 3)]
    return [digits[(3 * (r % 2) + r // 2 + c) % N] for r in rows for c in columns]


def puzzle(rng: Random, blanks: int) -> tuple[list[int], list[int]]:
    """A grid with blanks, and its solution."""
    solution = full(rng)
    grid = list(solution)
    for cell in rng.sample(range(N * N), N * N):
        if grid.count(0) == blanks:
            break
        trial = list(grid)
        trial[cell] = 0
        if unique(trial):
            grid = trial
    return grid, solution


def show(grid: list[int]) -> str:
    """The grid as text."""
    lines = [" ".join(str(d) if d else "." for d in grid[r * N : r * N + N]) for r in range(N)]
    return "\n".join(lines)
