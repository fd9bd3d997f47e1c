"""Water three beds through a season of uncertain rain."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import GardenAction, GardenObservation, GardenState
except ImportError:
    from models import GardenAction, GardenObservation, GardenState

BEDS = 3
DAYS = 14
TANK = 300.0
POINTS = 2.0  # of moisture from a litre
LOW, HIGH = 40.0, 62.0


class GardenDripEnvironment(Environment[GardenAction, GardenObservation, GardenState]):
    """The controller of the drip lines."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = GardenState()
        self._rng = random.Random()
        self._moisture: list[float] = []
        self._tank = 0.0
        self._evaporation = self._chance = 0.0
        self._good: list[int] = []
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> GardenObservation:
        """Start the season of the seed (a random one without a seed)."""
        self._rng = random.Random() if seed is None else random.Random(f"season {seed}")
        self._moisture = [round(self._rng.uniform(16.0, 34.0), 1) for _ in range(BEDS)]
        self._tank = TANK
        self._good = []
        self._done = False
        self._state = GardenState(episode_id=episode_id or str(uuid.uuid4()), days=DAYS)
        self._forecast(0.0)
        return self._observation("", None)

    def _forecast(self, rain: float) -> None:
        self._evaporation = round(self._rng.uniform(5.0, 12.0), 1)
        chance = round(self._rng.uniform(0.0, 0.8), 2)
        self._chance = 0.0 if rain else chance

    def step(
        self, action: GardenAction, timeout_s: float | None = None, **kwargs: Any
    ) -> GardenObservation:
        """Play a day, or harvest."""
        if self._done:
            return self._observation("the season is over", 0.0)
        self._state.step_count += 1
        note = ""
        if action.harvest:
            self._done = True
            note = "harvested"
        else:
            litres = list(action.litres)
            if len(litres) != BEDS or sum(litres) > self._tank:
                litres, note = [0.0] * BEDS, "refused, no water given"
            self._tank -= sum(litres)
            rain = self._rng.uniform(3.0, 10.0) * (self._rng.random() < self._chance)
            for bed, water in enumerate(litres):
                level = self._moisture[bed] + POINTS * water + rain - self._evaporation
                self._moisture[bed] = round(min(100.0, max(0.0, level)), 1)
            self._good.append(sum(LOW <= level <= HIGH for level in self._moisture))
            self._forecast(rain)
            self._done = len(self._good) >= DAYS
        return self._observation(note, self._score() if self._done else 0.0)

    def _score(self) -> float:
        """Share of bed days in the band."""
        return sum(self._good) / (BEDS * DAYS)

    @property
    def state(self) -> GardenState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, note: str, reward: float | None) -> GardenObservation:
        return GardenObservation(
            day=len(self._good),
            moisture=list(self._moisture),
            tank=round(self._tank, 3),
            evaporation=self._evaporation,
            rain_chance=self._chance,
            good_beds=self._good[-1] if self._good else 0,
            note=note,
            reward=reward,
            done=self._done,
        )
