"""Walks through a hedge maze."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..maze import COMPASS, Maze, neighbour
    from ..models import HedgeMazeAction, HedgeMazeObservation, HedgeMazeState
except ImportError:
    from maze import COMPASS, Maze, neighbour
    from models import HedgeMazeAction, HedgeMazeObservation, HedgeMazeState

MOVES = 72


class HedgeMazeEnvironment(Environment[HedgeMazeAction, HedgeMazeObservation, HedgeMazeState]):
    """Lead a visitor to the fountain."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = HedgeMazeState()
        self.maze: Maze | None = None
        self.cell = (0, 0)
        self._trail: list[str] = []
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> HedgeMazeObservation:
        """Begin a walk at the gate of a new maze.

        Args:
            seed: decides the maze; None for a random one.
            episode_id: id of the episode; None for a random one.
            **kwargs: ignored.
        """
        rng = random.Random() if seed is None else random.Random(f"hedge {seed}")
        self.maze = Maze(rng)
        self.cell = self.maze.gate
        self._trail = []
        self._done = False
        self._state = HedgeMazeState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation("", None)

    def step(
        self, action: HedgeMazeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HedgeMazeObservation:
        """Make one move."""
        if self._done or self.maze is None:
            return HedgeMazeObservation(done=True, reward=0.0, note="the walk is over")
        self._state.step_count += 1
        name, note = action.move.strip().lower(), ""
        if name not in COMPASS:
            note = "no direction"
        elif name not in self.maze.openings(self.cell):
            note = "hedge"
        else:
            self.cell = neighbour(self.cell, name)
            self._trail.append(name)
        reward = 0.0
        if self.cell == self.maze.fountain:
            note = "fountain"
            reward = self.maze.distance[self.maze.gate] / self._state.step_count
        self._done = note == "fountain" or self._state.step_count >= MOVES
        return self._observation(note, reward)

    @property
    def state(self) -> HedgeMazeState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, note: str, reward: float | None) -> HedgeMazeObservation:
        assert self.maze is not None
        return HedgeMazeObservation(
            row=self.cell[0],
            column=self.cell[1],
            openings=self.maze.openings(self.cell),
            trail=list(self._trail),
            moves_left=MOVES - self._state.step_count,
            note=note,
            reward=reward,
            done=self._done,
        )
