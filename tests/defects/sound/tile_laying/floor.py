"""Floors, tiles and rocks."""

from __future__ import annotations

from random import Random

Cell = tuple[int, int]
COLOURS = "rgb"
SIZES = {1: (3, 2), 2: (4, 3), 3: (5, 4)}
NEIGHBOURS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # in the order of a tile's edges


def build(rng: Random, level: int) -> tuple[int, set[Cell], list[tuple[Cell, str]]]:
    """The size, the rocks, and the tiles in the order of the queue with a cell that suits each."""
    size, count = SIZES[level]
    cells = [(row, col) for row in range(size) for col in range(size)]
    rocks = set(rng.sample(cells, count))
    level_edges = {
        cell: rng.choice(COLOURS) for cell in [*cells, *((size, col) for col in range(size))]
    }
    upright = {
        cell: rng.choice(COLOURS) for cell in [*cells, *((row, size) for row in range(size))]
    }
    tiles = []
    for row, col in cells:
        if (row, col) not in rocks:
            edges = (
                level_edges[row, col],
                upright[row, col + 1],
                level_edges[row + 1, col],
                upright[row, col],
            )
            tiles.append(((row, col), "".join(edges)))
    rng.shuffle(tiles)
    return size, rocks, tiles


def matches(laid: dict[Cell, str], cell: Cell, tile: str) -> bool:
    """Whether every edge of the tile has the colour of the neighbour's edge."""
    for edge, (down, right) in enumerate(NEIGHBOURS):
        other = laid.get((cell[0] + down, cell[1] + right))
        if other is not None and other[(edge + 2) % 4] != tile[edge]:
            return False
    return True
