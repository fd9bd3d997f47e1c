"""Seat parties in a theatre."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import Party, SeatingAction, SeatingObservation, SeatingState
except ImportError:
    from models import Party, SeatingAction, SeatingObservation, SeatingState

# rows, seats of a row, parties
HOUSES = {"small": (5, 8, 4), "large": (6, 10, 8)}
STEPS = {"small": 16, "large": 30}


class TheatreSeatingEnvironment(Environment[SeatingAction, SeatingObservation, SeatingState]):
    """Every party in one row, and as it wishes."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = SeatingState()
        self._rows = self._width = 0
        self._parties: dict[str, Party] = {}
        self._broken: set[tuple[int, int]] = set()
        self._places: dict[str, tuple[int, int]] = {}
        self._paid = 0.0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str = "small",
        **kwargs: Any,
    ) -> SeatingObservation:
        """Open the box office for a new evening.

        Raises:
            ValueError: there is no such level.
        """
        if level not in HOUSES:
            raise ValueError(f"level must be small or large, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"evening {level} {seed}")
        self._rows, self._width, count = HOUSES[level]
        taken: set[tuple[int, int]] = set()
        self._parties = {}
        while len(self._parties) < count:
            size, row = rng.randint(2, 5), rng.randrange(self._rows)
            first = rng.randrange(self._width - size + 1)
            seats = {(row, first + k) for k in range(size)}
            if seats & taken:
                continue
            taken |= seats
            party = Party(name="ABCDEFGH"[len(self._parties)], size=size, wish="any")
            wishes = [w for w in ("front", "back", "aisle") if self._meets(w, row, first, size)]
            if wishes:
                party.wish = rng.choice(wishes)
            self._parties[party.name] = party
        free = [
            (r, c) for r in range(self._rows) for c in range(self._width) if (r, c) not in taken
        ]
        self._broken = set(rng.sample(free, len(free) // 3))
        self._places = {}
        self._paid = 0.0
        self._done = False
        self._state = SeatingState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observation("", None)

    def step(
        self, action: SeatingAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SeatingObservation:
        """Change the plan."""
        if self._done:
            return self._observation("the plan is closed", 0.0)
        self._state.step_count += 1
        note = ""
        name = action.party.strip().upper()
        if action.kind == "close":
            self._done = True
        elif name not in self._parties:
            note = "no such party"
        elif action.kind == "release":
            note = "released" if self._places.pop(name, None) else "not seated"
        else:
            note = self._seat(name, action.row, action.seat)
        share = self._happy() / len(self._parties)
        reward = max(0.0, share - self._paid)
        self._paid = max(self._paid, share)
        if share == 1.0 or self._state.step_count >= STEPS[self._state.level]:
            self._done = True
        return self._observation(note, reward)

    @property
    def state(self) -> SeatingState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _seat(self, name: str, row: int, first: int) -> str:
        size = self._parties[name].size
        if row >= self._rows or first + size > self._width:
            return "outside the house"
        wanted = {(row, first + k) for k in range(size)}
        others = {seat for other in self._places if other != name for seat in self._seats(other)}
        if wanted & (others | self._broken):
            return "a seat is taken or broken"
        self._places[name] = (row, first)
        return "seated"

    def _seats(self, name: str) -> list[tuple[int, int]]:
        row, first = self._places[name]
        return [(row, first + k) for k in range(self._parties[name].size)]

    def _meets(self, wish: str, row: int, first: int, size: int) -> bool:
        if wish == "front":
            return row < 2
        if wish == "back":
            return row >= self._rows - 2
        if wish == "aisle":
            return first == 0 or first + size == self._width
        return True

    def _happy(self) -> int:
        return sum(
            self._meets(self._parties[name].wish, *place, self._parties[name].size)
            for name, place in self._places.items()
        )

    def _observation(self, note: str, reward: float | None) -> SeatingObservation:
        grid = [
            ["#" if (r, c) in self._broken else "." for c in range(self._width)]
            for r in range(self._rows)
        ]
        for name in self._places:
            for row, column in self._seats(name):
                grid[row][column] = name
        return SeatingObservation(
            plan=["".join(row) for row in grid],
            parties=[party.model_copy() for party in self._parties.values()],
            happy=self._happy(),
            note=note,
            reward=reward,
            done=self._done,
        )
