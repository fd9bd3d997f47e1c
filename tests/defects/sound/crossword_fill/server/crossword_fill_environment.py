"""Fill a crossword, word by word."""

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import CrosswordFillAction, CrosswordFillObservation, Entry
    from ..puzzles import CLUES, LEVELS, Slot, make_puzzle
except ImportError:
    from models import CrosswordFillAction, CrosswordFillObservation, Entry
    from puzzles import CLUES, LEVELS, Slot, make_puzzle

MAX_TURNS = 12


class CrosswordFillEnvironment(Environment[CrosswordFillAction, CrosswordFillObservation, State]):
    """One crossword per episode; right words are paid for as they are written."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=str(uuid.uuid4()), step_count=0)
        self._slots: dict[str, Slot] = {}
        self._letters: dict[tuple[int, int], str] = {}
        self._paid: set[str] = set()
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, level: int = 1, **kwargs: Any
    ) -> CrosswordFillObservation:
        if level not in LEVELS:
            raise ValueError(f"level must be one of {sorted(LEVELS)}")
        rng = random.Random() if seed is None else random.Random(f"crossword {seed} {level}")
        self._slots = {slot.name: slot for slot in make_puzzle(rng, level)}
        self._letters = {}
        self._paid = set()
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe()

    def step(
        self, action: CrosswordFillAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CrosswordFillObservation:
        if self._done:
            return self._observe("no episode is running: call reset", reward=0.0)
        self._state.step_count += 1
        slot = self._slots.get(action.entry.strip().upper())
        reward = 0.0
        if slot is None:
            note = "there is no such entry"
        elif not action.word.strip():
            self._rub_out(slot)
            note = "rubbed out"
        else:
            note, reward = self._write(slot, action.word.strip().lower())
        full = all(self._is_right(slot) for slot in self._slots.values())
        self._done = full or self._state.step_count >= MAX_TURNS
        return self._observe(note, reward)

    @property
    def state(self) -> State:
        return self._state.model_copy()

    def _write(self, slot: Slot, word: str) -> tuple[str, float]:
        if len(word) != len(slot.cells) or not (word.isascii() and word.isalpha()):
            return f"{slot.name} has {len(slot.cells)} letters", 0.0
        if any(
            self._letters.get(cell, letter) != letter
            for cell, letter in zip(slot.cells, word, strict=False)
        ):
            return "the word does not fit the letters in the grid", 0.0
        if self._is_right(slot) and slot.name in self._paid:
            return "it stands there already", 0.0
        self._letters.update(zip(slot.cells, word, strict=False))
        if word != slot.word:
            return "written", 0.0
        return "written", self._pay(slot)

    def _pay(self, slot: Slot) -> float:
        """The payment for a right word."""
        if slot.name in self._paid:
            return 0.0
        self._paid.add(slot.name)
        return 1.0 / len(self._slots)

    def _rub_out(self, slot: Slot) -> None:
        """Clear the cells of an entry, except letters of another entry that is complete."""
        kept = {
            cell
            for other in self._slots.values()
            if other is not slot and all(cell in self._letters for cell in other.cells)
            for cell in other.cells
        }
        for cell in slot.cells:
            if cell not in kept:
                self._letters.pop(cell, None)

    def _is_right(self, slot: Slot) -> bool:
        return all(
            self._letters.get(cell) == letter
            for cell, letter in zip(slot.cells, slot.word, strict=False)
        )

    def _observe(self, note: str = "", reward: float | None = None) -> CrosswordFillObservation:
        cells = {cell for slot in self._slots.values() for cell in slot.cells}
        rows = range(max((row for row, _ in cells), default=-1) + 1)
        columns = range(max((column for _, column in cells), default=-1) + 1)
        grid = [
            "".join(self._letters.get((row, c), ".") if (row, c) in cells else "#" for c in columns)
            for row in rows
        ]
        entries = [
            Entry(
                name=slot.name,
                clue=CLUES[slot.word],
                row=slot.cells[0][0],
                column=slot.cells[0][1],
                length=len(slot.cells),
            )
            for slot in self._slots.values()
        ]
        return CrosswordFillObservation(
            grid=grid,
            entries=entries,
            note=note,
            turns_left=max(0, MAX_TURNS - self._state.step_count),
            done=self._done,
            reward=reward,
        )
