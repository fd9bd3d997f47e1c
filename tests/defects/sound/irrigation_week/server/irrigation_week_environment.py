"""Water three beds for a week."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import Bed, IrrigationWeekAction, IrrigationWeekObservation, IrrigationWeekState
    from ..weeks import BEDS, CROPS, DAYS, WEEKS, evening, week
except ImportError:
    from models import Bed, IrrigationWeekAction, IrrigationWeekObservation, IrrigationWeekState
    from weeks import BEDS, CROPS, DAYS, WEEKS, evening, week


class IrrigationWeekEnvironment(
    Environment[IrrigationWeekAction, IrrigationWeekObservation, IrrigationWeekState]
):
    """Three beds, one tank, seven days."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = IrrigationWeekState()
        self._week = week(0)
        self._moisture: list[int] = []
        self._tank = self._allowance = self._used = self._well = self._day = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        index: int | None = None,
        **kwargs: Any,
    ) -> IrrigationWeekObservation:
        """Begin a week. Raises ValueError if there is no such index."""
        if index is None:
            rng = random.Random() if seed is None else random.Random(f"garden {seed}")
            index = rng.randrange(WEEKS)
        if not isinstance(index, int) or not 0 <= index < WEEKS:
            raise ValueError(f"index must be a number from 0 to {WEEKS - 1}, not {index!r}")
        self._week = week(index)
        self._moisture = list(self._week.moisture)
        self._tank = self._week.need * 4 // 3
        self._allowance = self._week.need * 11 // 10
        self._used = self._well = self._day = 0
        self._done = False
        self._state = IrrigationWeekState(episode_id=episode_id or str(uuid.uuid4()), index=index)
        return self._observation("", None)

    def step(
        self, action: IrrigationWeekAction, timeout_s: float | None = None, **kwargs: Any
    ) -> IrrigationWeekObservation:
        """Let a day pass."""
        if self._done:
            return IrrigationWeekObservation(done=True, reward=0.0, note="the week is over")
        self._state.step_count += 1
        water, note = list(action.water), "watered"
        fits = len(water) == BEDS and all(0 <= amount <= 60 for amount in water)
        if not fits or sum(water) > self._tank:
            water, note = [0] * BEDS, "no water was given"
        self._tank -= sum(water)
        self._used += sum(water)
        for bed in range(BEDS):
            self._moisture[bed] = evening(
                self._moisture[bed], self._week.rain[self._day], water[bed], self._week.loss[bed]
            )
            low, high = CROPS[self._week.crops[bed]]
            self._well += low <= self._moisture[bed] <= high
        self._day += 1
        self._done = self._day >= DAYS
        if not self._done:
            return self._observation(note, 0.0)
        health = self._well / (BEDS * DAYS)
        deduction = health / 5 if self._used > self._allowance else 0.0
        seen = self._observation(note, health - deduction)
        seen.parts = {"health": health, "deduction": deduction}
        return seen

    @property
    def state(self) -> IrrigationWeekState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, note: str, reward: float | None) -> IrrigationWeekObservation:
        beds = []
        for crop, wet, lost in zip(self._week.crops, self._moisture, self._week.loss, strict=False):
            low, high = CROPS[crop]
            beds.append(Bed(crop=crop, moisture=wet, low=low, high=high, loss=lost))
        return IrrigationWeekObservation(
            day=self._day + 1,
            beds=beds,
            rain=list(self._week.rain[self._day :]),
            tank=self._tank,
            allowance=self._allowance,
            note=note,
            reward=reward,
            done=self._done,
        )
