"""One season per episode."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..house import CROP_PRICE, FROST, MOST_WATER, WEEKS, Season, draw, idle_profit, live, plan
    from ..models import GlasshouseObservation, GlasshouseState, WeekAction
except ImportError:
    from house import CROP_PRICE, FROST, MOST_WATER, WEEKS, Season, draw, idle_profit, live, plan
    from models import GlasshouseObservation, GlasshouseState, WeekAction


class GlasshouseEnvironment(Environment[WeekAction, GlasshouseObservation, GlasshouseState]):
    """Water and heat for eight weeks."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = GlasshouseState()
        self._season: Season | None = None
        self._week = self._moisture = self._size = self._spent = 0
        self._idle = self._best = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        climate: str = "mild",
        **kwargs: Any,
    ) -> GlasshouseObservation:
        """Begin a season."""
        if climate not in FROST:
            raise ValueError(f"climate must be one of {', '.join(FROST)}")
        rng = random.Random() if seed is None else random.Random(f"house {climate} {seed}")
        while True:
            season = draw(rng, climate)
            self._idle, self._best = idle_profit(season), plan(season, 0, season.start)[0]
            if self._best >= self._idle + 20:
                break
        self._season = season
        self._week = self._size = self._spent = 0
        self._moisture, self._done = season.start, False
        self._state = GlasshouseState(episode_id=episode_id or str(uuid.uuid4()), climate=climate)
        return self._look("", None)

    def step(
        self, action: WeekAction, timeout_s: float | None = None, **kwargs: Any
    ) -> GlasshouseObservation:
        """Live through a week."""
        season = self._season
        if self._done or season is None:
            return GlasshouseObservation(done=True, reward=0.0, note="the season is over")
        self._state.step_count += 1
        water, heat, note, reward = action.water, action.heat, "", 0.0
        if not 0 <= water <= MOST_WATER:
            water, heat, note = 0, False, f"water is 0 to {MOST_WATER} litres; nothing was done"
        week = live(season, self._week, self._moisture, water, heat)
        self._moisture = week.moisture
        self._size += week.growth
        self._spent += week.cost
        self._week += 1
        if self._week == WEEKS:
            profit = self._size * CROP_PRICE - self._spent
            reward = (profit - self._idle) / (self._best - self._idle)
            reward = max(0.0, min(1.0, reward))
            self._done = True
        return self._look(note, reward)

    @property
    def state(self) -> GlasshouseState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _look(self, note: str, reward: float | None) -> GlasshouseObservation:
        season = self._season
        assert season is not None
        return GlasshouseObservation(
            week=self._week,
            moisture=self._moisture,
            drying=list(season.drying),
            frost=list(season.frost),
            size=self._size,
            spent=self._spent,
            note=note,
            reward=reward,
            done=self._done,
        )
