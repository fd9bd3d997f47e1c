"""The depot, its robot and its parcels."""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from random import Random

SIDE, SHELVES, SPARE = 6, 6, 8
COUNTS = (2, 3, 4)
WAYS = {"north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1)}

Cell = tuple[int, int]


class Depot:
    """A depot at work."""

    def __init__(
        self, robot: Cell, parcels: dict[str, Cell], bays: dict[str, Cell], shelves: list[Cell]
    ) -> None:
        self.robot = robot
        self.parcels = dict(parcels)
        self.bays = dict(bays)
        self.shelves = list(shelves)
        self.carries = ""
        self.delivered = 0

    @property
    def finished(self) -> bool:
        """Whether all parcels are delivered."""
        return self.delivered == len(self.bays)

    def obey(self, command: str) -> str:
        """Carry out a command; a note if nothing is done."""
        if command in WAYS:
            cell = beside(self.robot, command)
            if not inside(cell) or cell in self.shelves:
                return "there is no way"
            self.robot = cell
            return ""
        if command == "pick":
            return self._pick()
        if command == "drop":
            return self._drop()
        return "no such command"

    def _pick(self) -> str:
        if self.carries:
            return "the robot carries a parcel already"
        here = [
            name
            for name, cell in sorted(self.parcels.items())
            if cell == self.robot and cell != self.bays[name]
        ]
        if not here:
            return "there is nothing to pick"
        self.carries = here[0]
        del self.parcels[self.carries]
        return ""

    def _drop(self) -> str:
        if not self.carries:
            return "the robot carries nothing"
        name, self.carries = self.carries, ""
        self.parcels[name] = self.robot
        if self.bays[name] == self.robot:
            self.delivered += 1
        return ""


def inside(cell: Cell) -> bool:
    """Whether a cell is in the depot."""
    return all(0 <= number < SIDE for number in cell)


def beside(cell: Cell, way: str) -> Cell:
    """The next cell in a direction."""
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def route(start: Cell, goal: Cell, shelves: Container[Cell]) -> list[str] | None:
    """The commands of a shortest way between two cells, None if there is none."""
    reached: dict[Cell, list[str]] = {start: []}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if cell == goal:
            return reached[cell]
        for way in WAYS:
            following = beside(cell, way)
            if inside(following) and following not in shelves and following not in reached:
                reached[following] = [*reached[cell], way]
                queue.append(following)
    return None


def draw(rng: Random, count: int) -> tuple[Depot, int]:
    """A depot in which everything can be delivered, and the number of steps."""
    cells = [(row, column) for row in range(SIDE) for column in range(SIDE)]
    while True:
        robot, *others = rng.sample(cells, 1 + 2 * count + SHELVES)
        names = [f"P{number}" for number in range(1, count + 1)]
        parcels = dict(zip(names, others[:count], strict=True))
        bays = dict(zip(names, others[count : 2 * count], strict=True))
        shelves = sorted(others[2 * count :])
        steps, here = 0, robot
        for name in names:
            there = route(here, parcels[name], shelves)
            onward = route(parcels[name], bays[name], shelves)
            if there is None or onward is None:
                break
            steps += len(there) + len(onward) + 2
            here = bays[name]
        else:
            return Depot(robot, parcels, bays, shelves), steps + SPARE
