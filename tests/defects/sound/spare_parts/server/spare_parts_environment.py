"""Run a store of spare parts for twelve days."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import Job, StockAction, StockObservation, StockState
except ImportError:
    from models import Job, StockAction, StockObservation, StockState

DAYS = 12
MOST = 40
PRICE = {"belt": 4, "valve": 7, "filter": 3}
LEAD = {"belt": 1, "valve": 3, "filter": 2}
LEVELS = {"calm": 6, "busy": 14}


class SparePartsEnvironment(Environment[StockAction, StockObservation, StockState]):
    """Have the parts when they are needed, and not before."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = StockState()
        self._plan: list[Job] = []
        self._stock = dict.fromkeys(PRICE, 0)
        self._coming: list[tuple[int, str, int]] = []
        self._day = 0
        self._cost = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> StockObservation:
        """Open the store.

        Raises:
            ValueError: there is no such level.
        """
        level = "calm" if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"store {level} {seed}")
        slots = [(day, part) for part in PRICE for day in range(LEAD[part] + 1, DAYS + 1)]
        self._plan = [
            Job(day=day, part=part, quantity=rng.randint(1, 6))
            for day, part in sorted(rng.sample(slots, LEVELS[level]))
        ]
        self._stock = dict.fromkeys(PRICE, 0)
        self._coming = []
        self._day, self._cost = 1, 0
        self._done = False
        self._state = StockState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._desk("The store is open.", None)

    def step(
        self, action: StockAction, timeout_s: float | None = None, **kwargs: Any
    ) -> StockObservation:
        """Order, and go on to the next morning."""
        if self._done:
            return self._desk("The store is closed.", 0.0)
        self._state.step_count += 1
        note = "ordered"
        if any(
            part not in PRICE or not 0 <= count <= MOST for part, count in action.orders.items()
        ):
            note = "orders refused"
        else:
            for part, count in action.orders.items():
                self._cost += PRICE[part] * count
                self._coming.append((self._day + LEAD[part], part, count))
        missing = self._work()
        self._cost += sum(self._stock.values())
        self._day += 1
        for day, part, count in self._coming:
            if day == self._day:
                self._stock[part] += count
        if missing:
            note += f"; {missing} parts were missing"
        self._done = self._day > DAYS
        return self._desk(note, self._score() if self._done else 0.0)

    def _work(self) -> int:
        """Today's repairs; how many parts were missing."""
        missing = 0
        for job in self._plan:
            if job.day == self._day:
                used = max(0, min(self._stock[job.part], job.quantity))
                self._stock[job.part] -= used
                missing += job.quantity - used
                self._cost += 3 * PRICE[job.part] * (job.quantity - used)
        return missing

    def _score(self) -> float:
        ideal = sum(PRICE[job.part] * job.quantity for job in self._plan)
        return min(1.0, max(0.0, 1.0 - (self._cost - ideal) / ideal))

    @property
    def state(self) -> StockState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _desk(self, note: str, reward: float | None) -> StockObservation:
        return StockObservation(
            day=self._day,
            stock=dict(self._stock),
            plan=[job.model_copy() for job in self._plan],
            cost=self._cost,
            note=note,
            reward=reward,
            done=self._done,
        )
