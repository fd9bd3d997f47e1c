"""Fill a 4x4 Latin square: every row and column holds 1 to 4."""

import random
from itertools import permutations
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

SIZE = 4
ROWS = tuple(permutations(range(1, SIZE + 1)))


class LatinAction(Action):
    """Write a number into a cell; 0 rubs it out."""

    row: int = Field(ge=0, lt=SIZE)
    column: int = Field(ge=0, lt=SIZE)
    value: int = Field(ge=0, le=SIZE)


class LatinObservation(Observation):
    """The square as it is; 0 is an empty cell."""

    grid: list[list[int]] = Field(default_factory=list)
    moves_left: int = 0
    message: str = ""


def complete(rng: random.Random) -> list[list[int]]:
    """A random Latin square."""
    while True:
        rows = [rng.choice(ROWS) for _ in range(SIZE)]
        if all(len(set(column)) == SIZE for column in zip(*rows, strict=True)):
            return [list(row) for row in rows]


def solutions(grid: list[list[int]]) -> int:
    """In how many ways the square can be completed."""
    fits = [
        [row for row in ROWS if all(g in (0, r) for g, r in zip(given, row, strict=True))]
        for given in grid
    ]
    return sum(
        all(len(set(column)) == SIZE for column in zip(a, b, c, d, strict=True))
        for a in fits[0]
        for b in fits[1]
        for c in fits[2]
        for d in fits[3]
    )


class LatinEnvironment(Environment[LatinAction, LatinObservation, State]):
    """Every empty cell that is right is worth its share; what is spoilt is taken back."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._grid: list[list[int]] = []
        self._given: list[list[int]] = []
        self._solution: list[list[int]] = []
        self._empty = 0
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LatinObservation:
        """Draw a square with one solution."""
        rng = random.Random(seed)
        self._solution = complete(rng)
        self._given = [list(row) for row in self._solution]
        cells = [(r, c) for r in range(SIZE) for c in range(SIZE)]
        rng.shuffle(cells)
        self._empty = 0
        for row, column in cells:
            value, self._given[row][column] = self._given[row][column], 0
            if self._empty == 6 or solutions(self._given) > 1:
                self._given[row][column] = value
            else:
                self._empty += 1
        self._grid = [list(row) for row in self._given]
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._show("Fill the square.", None)

    def step(
        self, action: LatinAction, timeout_s: float | None = None, **options: Any
    ) -> LatinObservation:
        """Write one number."""
        if not self._grid:
            raise RuntimeError("there is no square: call reset() before step()")
        if self._over():
            return self._show("The square is done with: call reset().", 0.0)
        self._state.step_count += 1
        if self._given[action.row][action.column]:
            return self._show("That number is printed.", 0.0)
        before = self._right()
        self._grid[action.row][action.column] = action.value
        return self._show("", (self._right() - before) / self._empty)

    def _right(self) -> int:
        return sum(
            not self._given[r][c] and self._grid[r][c] == self._solution[r][c]
            for r in range(SIZE)
            for c in range(SIZE)
        )

    def _over(self) -> bool:
        return self._grid == self._solution or self._state.step_count >= 4 * self._empty

    def _show(self, message: str, reward: float | None) -> LatinObservation:
        return LatinObservation(
            grid=[list(row) for row in self._grid],
            moves_left=4 * self._empty - self._state.step_count,
            message=message,
            reward=reward,
            done=self._over(),
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
