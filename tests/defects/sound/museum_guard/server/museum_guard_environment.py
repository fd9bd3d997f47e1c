"""The night in the museum."""

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import Duty, MuseumGuardAction, MuseumGuardObservation, MuseumGuardState
    from ..nights import LEVELS, SLOTS, clock, doors, make_night
except ImportError:
    from models import Duty, MuseumGuardAction, MuseumGuardObservation, MuseumGuardState
    from nights import LEVELS, SLOTS, clock, doors, make_night


class MuseumGuardEnvironment(
    Environment[MuseumGuardAction, MuseumGuardObservation, MuseumGuardState]
):
    """Checks rooms within their windows."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = MuseumGuardState()
        self._windows: list[tuple[str, int, int]] = []
        self._checked: set[int] = set()
        self._slot = 0
        self._room = "hall"
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> MuseumGuardObservation:
        """Begin a night; ValueError if there is no such level."""
        level = "calm" if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be calm or busy, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"museum {seed}")
        self._windows = make_night(rng, level)
        self._checked = set()
        self._slot = 0
        self._room = "hall"
        self._done = False
        self._state = MuseumGuardState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observe("Your shift begins.", None)

    def step(
        self, action: MuseumGuardAction, timeout_s: float | None = None, **kwargs: Any
    ) -> MuseumGuardObservation:
        """Spend ten minutes."""
        if self._done:
            return MuseumGuardObservation(done=True, reward=0.0, note="The night is over.")
        self._state.step_count += 1
        command, room = action.command.strip().lower(), action.room.strip().lower()
        reward, note = 0.0, ""
        if command == "go" and room in doors(self._room):
            self._room = room
        elif command == "check":
            note = "Nothing is due here now."
            for number, (place, first, last) in enumerate(self._windows):
                due = place == self._room and first <= self._slot <= last
                if due and number not in self._checked:
                    self._checked.add(number)
                    reward, note = 1 / len(self._windows), "Checked."
                    break
        elif command != "wait":
            note = "That is not possible."
        self._slot += 1
        self._state.checked = len(self._checked)
        pending = any(
            number not in self._checked and last >= self._slot
            for number, (_, _, last) in enumerate(self._windows)
        )
        self._done = self._slot >= SLOTS or not pending
        return self._observe(note, reward)

    @property
    def state(self) -> MuseumGuardState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observe(self, note: str, reward: float | None) -> MuseumGuardObservation:
        sheet = []
        for number, (room, first, last) in enumerate(self._windows):
            status = "missed" if last < self._slot else "open"
            status = "done" if number in self._checked else status
            sheet.append(Duty(room=room, opens=clock(first), closes=clock(last), status=status))
        return MuseumGuardObservation(
            time=clock(self._slot),
            room=self._room,
            doors=doors(self._room),
            sheet=sheet,
            note=note,
            reward=reward,
            done=self._done,
        )
