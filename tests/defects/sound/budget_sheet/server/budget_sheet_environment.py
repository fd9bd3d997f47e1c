"""The spreadsheet assistant's environment."""

import random
import uuid
from typing import Any

from openenv.core.env_server import Environment

try:
    from ..models import SheetAction, SheetObservation, SheetState
    from ..sheet import SheetError, draw, evaluate
except ImportError:  # started inside the folder
    from models import SheetAction, SheetObservation, SheetState
    from sheet import SheetError, draw, evaluate

TURNS = 14
TOLERANCE = 0.01
CELLS = {1: 2, 2: 4}


class BudgetSheetEnvironment(Environment[SheetAction, SheetObservation, SheetState]):
    """Fill the requested cells and commit."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = SheetState(done=True)
        self._cells: dict = {}
        self._targets: list = []

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> SheetObservation:
        """Draw a budget; `level` 1 or 2."""
        if level not in CELLS:
            raise ValueError(f"level must be one of {sorted(CELLS)}")
        rng = random.Random(seed)
        self._cells, self._targets = draw(rng, CELLS[level])
        self._state = SheetState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observe("Fill the requested cells, then commit.")

    def step(
        self, action: SheetAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SheetObservation:
        """Write a cell or commit."""
        if self._state.done:
            return SheetObservation(done=True, reward=0.0, note="no running episode: call reset()")
        self._state.step_count += 1
        if action.kind == "commit":
            return self._finish("The sheet was committed.")
        note = self._write(action.cell.strip().upper(), action.value)
        if self._state.step_count >= TURNS:
            return self._finish(f"{note} No turns are left.")
        return self._observe(note)

    @property
    def state(self) -> SheetState:
        """Public facts only."""
        return self._state.model_copy()

    def _write(self, cell: str, value: str) -> str:
        if cell not in {name for name, _, _ in self._targets}:
            return f"{cell or 'that cell'} is not among the requested cells."
        try:
            self._cells[cell] = repr(float(evaluate(value, self._cells)))
        except SheetError as error:
            return f"Not written: {error}."
        except OverflowError:
            return "Not written: the number is too large."
        return f"{cell} = {self._cells[cell]}"

    def _score(self) -> float:
        """The share of the requested cells that are right."""
        wrong = 0
        for cell, _, target in self._targets:
            if cell not in self._cells or not (abs(float(self._cells[cell]) - target) <= TOLERANCE):
                wrong += 1
        return 1 - wrong / len(self._targets)

    def _finish(self, note: str) -> SheetObservation:
        self._state.done = True
        observation = self._observe(note)
        observation.reward = self._score()
        observation.done = True
        return observation

    def _observe(self, note: str) -> SheetObservation:
        return SheetObservation(
            request=[f"{cell}: {what}" for cell, what, _ in self._targets],
            cells=dict(self._cells),
            note=note,
            turns_left=TURNS - self._state.step_count,
            reward=0.0,
        )
