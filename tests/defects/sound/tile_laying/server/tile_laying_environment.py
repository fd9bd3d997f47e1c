"""The rules of the tile puzzle."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..floor import SIZES, Cell, build, matches
from ..models import TileAction, TileObservation

MAX_STEPS = 40
MAX_STRIKES = 3


class TileEnvironment(Environment[TileAction, TileObservation, State]):
    """Lay tiles with matching edges on a floor with hidden rocks."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=None, step_count=0)
        self._size = 0
        self._rocks: set[Cell] = set()
        self._queue: list[tuple[Cell, str]] = []
        self._tiles = 1
        self._clear()

    def _clear(self) -> None:
        self._laid: dict[Cell, str] = {}
        self._hit: set[Cell] = set()
        self._strikes = 0
        self._done = False

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, level: int = 1, **kwargs: Any
    ) -> TileObservation:
        """Begin a puzzle of level 1, 2 or 3. Unknown options are ignored."""
        if level not in SIZES:
            raise ValueError(f"level must be one of {list(SIZES)}")
        rng = random.Random() if seed is None else random.Random(f"tiles {seed} {level}")
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._clear()
        self._size, self._rocks, self._queue = build(rng, level)
        self._tiles = len(self._queue)
        return self._observation("")

    def step(
        self, action: TileAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TileObservation:
        """Lay or discard the first tile of the queue."""
        if self._done or not self._queue:
            self._done = True
            return self._observation("the game is over: call reset()")
        self._state.step_count += 1
        before = len(self._laid)
        if action.discard:
            self._queue.pop(0)
            note = "discarded"
        else:
            note = self._lay((action.row, action.col))
        if not self._queue or self._state.step_count >= MAX_STEPS:
            self._done = True
        return self._observation(note, (len(self._laid) - before) / self._tiles)

    def _lay(self, cell: Cell) -> str:
        """Lay the first tile, or count a strike."""
        if not all(0 <= place < self._size for place in cell):
            return self._strike("outside")
        if cell in self._laid:
            return self._strike("taken")
        if cell in self._rocks:
            self._hit.add(cell)
            return self._strike("rock")
        tile = self._queue[0][1]
        if not matches(self._laid, cell, tile):
            return self._strike("edge")
        self._laid[cell] = tile
        self._queue.pop(0)
        return "laid"

    def _strike(self, why: str) -> str:
        self._strikes += 1
        self._done = self._strikes >= MAX_STRIKES
        return why

    def _observation(self, note: str, reward: float = 0.0) -> TileObservation:
        span = range(self._size)
        shown = {**self._laid, **dict.fromkeys(self._hit, "rock")}
        return TileObservation(
            floor=[[shown.get((row, col), ".") for col in span] for row in span],
            rocks_in_rows=[sum(rock[0] == row for rock in self._rocks) for row in span],
            rocks_in_cols=[sum(rock[1] == col for rock in self._rocks) for col in span],
            queue=[tile for _, tile in self._queue],
            strikes=self._strikes,
            note=note,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The id and the number of steps of the episode."""
        return self._state.model_copy()

    def plan(self) -> list[Cell]:
        """A cell for each tile of the queue; for proof.py, no client can call it."""
        return [cell for cell, _ in self._queue]
