"""Help a player with a small sudoku."""

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..grids import BLANKS, N, puzzle, show
    from ..models import HintAction, HintObservation, HintState
except ImportError:
    from grids import BLANKS, N, puzzle, show
    from models import HintAction, HintObservation, HintState

QUESTIONS = 4
_HINT = re.compile(r"r([1-6])c([1-6])\s*=\s*([0-9]+)", re.IGNORECASE)


class SudokuHintsEnvironment(Environment[HintAction, HintObservation, HintState]):
    """A player who asks for four cells."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = HintState()
        self._grid: list[int] = []
        self._solution: list[int] = []
        self._cells: list[int] = []

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> HintObservation:
        """Open a puzzle."""
        level = "easy" if level is None else level
        if level not in BLANKS:
            raise ValueError(f"level must be easy or hard, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"sudoku {level} {seed}")
        self._grid, self._solution = puzzle(rng, BLANKS[level])
        blanks = [cell for cell, digit in enumerate(self._grid) if not digit]
        self._cells = rng.sample(blanks, QUESTIONS)
        self._state = HintState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._ask("Hello! I am stuck with this sudoku.", None)

    def step(
        self, action: HintAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HintObservation:
        """Answer the player."""
        if not self._cells:
            return HintObservation(text="The player has gone.", done=True, reward=0.0)
        self._state.step_count += 1
        cell = self._cells.pop(0)
        hints = {
            (N * (int(row) - 1) + int(column) - 1, digit.lstrip("0"))
            for row, column, digit in _HINT.findall(action.message)
        }
        right = hints == {(cell, str(self._solution[cell]))}
        if right:
            self._grid[cell] = self._solution[cell]
        return self._ask("Thank you!" if right else "That does not help me.", right / QUESTIONS)

    @property
    def state(self) -> HintState:
        """A copy of the public state."""
        return self._state.model_copy()

    def _ask(self, words: str, reward: float | None) -> HintObservation:
        if not self._cells:
            return HintObservation(text=words, done=True, reward=reward)
        row, column = divmod(self._cells[0], N)
        question = f"Which digit goes into r{row + 1}c{column + 1}?"
        return HintObservation(text=f"{words}\n\n{show(self._grid)}\n\n{question}", reward=reward)
