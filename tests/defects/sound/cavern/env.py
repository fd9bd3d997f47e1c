"""Walk through a cavern in the dark to the ore: only the cells around the lamp are seen."""

from __future__ import annotations

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

HEIGHT, WIDTH, LIMIT = 5, 6, 30
WAYS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


class CavernAction(Action):
    """Go one cell."""

    way: Literal["north", "south", "west", "east"] = Field(description="Where to go")


class CavernObservation(Observation):
    """What the lamp shows."""

    view: list[str] = Field(
        default_factory=list,
        description="The 3 by 3 cells around: . floor, # rock, * ore, and a blank beyond the map",
    )
    moved: bool = Field(default=False, description="Whether the last step went to another cell")


class CavernEnvironment(Environment[CavernAction, CavernObservation, State]):
    """1 for reaching the ore."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[str] = []
        self._place = (0, 0)
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CavernObservation:
        """Draw the map, with a way from the lamp to the ore, and put the lamp down."""
        rng = random.Random(seed)
        cells = [(y, x) for y in range(HEIGHT) for x in range(WIDTH)]
        self._place, ore = rng.sample(cells, 2)
        rows = [["." for _ in range(WIDTH)] for _ in range(HEIGHT)]
        rows[ore[0]][ore[1]] = "*"
        way = {(self._place[0], x) for x in range(WIDTH)} | {(y, ore[1]) for y in range(HEIGHT)}
        for y, x in rng.sample(cells, HEIGHT * WIDTH // 3):
            if (y, x) not in way and rows[y][x] == ".":
                rows[y][x] = "#"
        self._rows = ["".join(row) for row in rows]
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see(moved=False, reward=None)

    def step(
        self, action: CavernAction, timeout_s: float | None = None, **options: Any
    ) -> CavernObservation:
        """Go, unless there is rock or the map ends."""
        if not self._rows:
            raise RuntimeError("there is no cavern: call reset() before step()")
        if self._over():
            return self._see(moved=False)
        self._state.step_count += 1
        place = self._place[0] + WAYS[action.way][0], self._place[1] + WAYS[action.way][1]
        moved = self._cell(*place) not in " #"
        if moved:
            self._place = place
        return self._see(moved=moved, reward=float(self._cell(*self._place) == "*"))

    def _cell(self, y: int, x: int) -> str:
        return self._rows[y][x] if 0 <= y < HEIGHT and 0 <= x < WIDTH else " "

    def _over(self) -> bool:
        return self._cell(*self._place) == "*" or self._state.step_count >= LIMIT

    def _see(self, moved: bool, reward: float | None = 0.0) -> CavernObservation:
        row, column = self._place
        view = [
            "".join(self._cell(y, x) for x in range(column - 1, column + 2))
            for y in range(row - 1, row + 2)
        ]
        return CavernObservation(view=view, moved=moved, reward=reward, done=self._over())

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()


app = create_fastapi_app(CavernEnvironment, CavernAction, CavernObservation)
