"""A perfect maze with a fountain."""

from __future__ import annotations

from collections import deque
from random import Random

SIZE = 6
FAR = 8
COMPASS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
Cell = tuple[int, int]


class Maze:
    """Passages between cells, the gate, and the fountain."""

    def __init__(self, rng: Random) -> None:
        self.passages: dict[Cell, set[Cell]] = {
            (row, column): set() for row in range(SIZE) for column in range(SIZE)
        }
        self._carve(rng)
        while True:
            self.gate = rng.choice(sorted(self.passages))
            self.fountain = rng.choice(sorted(self.passages))
            self.distance = self._distances(self.fountain)
            if self.distance[self.gate] >= FAR:
                break

    def _carve(self, rng: Random) -> None:
        path = [(rng.randrange(SIZE), rng.randrange(SIZE))]
        seen = {path[0]}
        while path:
            cell = path[-1]
            fresh = [
                other
                for other in (neighbour(cell, name) for name in COMPASS)
                if other in self.passages and other not in seen
            ]
            if not fresh:
                path.pop()
                continue
            other = rng.choice(fresh)
            self.passages[cell].add(other)
            self.passages[other].add(cell)
            seen.add(other)
            path.append(other)

    def _distances(self, start: Cell) -> dict[Cell, int]:
        known = {start: 0}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for other in self.passages[cell]:
                if other not in known:
                    known[other] = known[cell] + 1
                    queue.append(other)
        return known

    def openings(self, cell: Cell) -> list[str]:
        """The open directions of a cell."""
        names = [name for name in COMPASS if neighbour(cell, name) in self.passages[cell]]
        return names

    def way(self, cell: Cell) -> str:
        """The direction of the shortest way from a cell to the fountain."""
        return min(self.openings(cell), key=lambda name: self.distance[neighbour(cell, name)])


def neighbour(cell: Cell, name: str) -> Cell:
    """The cell next to this one in a direction."""
    down, right = COMPASS[name]
    return cell[0] + down, cell[1] + right
