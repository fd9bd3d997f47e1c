"""A week in a bakery: bake in the morning, learn the demand in the evening."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from .. import demand as shop
    from ..models import (
        BakeryForecastAction,
        BakeryForecastObservation,
        BakeryForecastState,
        PastDay,
    )
except ImportError:  # started inside the folder
    import demand as shop
    from models import (
        BakeryForecastAction,
        BakeryForecastObservation,
        BakeryForecastState,
        PastDay,
    )

WEEK = 7
RECORDS = 14
NOISE = {"steady": 0.05, "usual": 0.12}
LEVELS = (1, 2)


class BakeryForecastEnvironment(
    Environment[BakeryForecastAction, BakeryForecastObservation, BakeryForecastState]
):
    """Bake three products for seven days. See the README for what is paid."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = BakeryForecastState()
        self._running = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        split: str = "train",
        noise: str = "usual",
        **kwargs: Any,
    ) -> BakeryForecastObservation:
        """Begin a week.

        Args:
            seed: decides the neighbourhood, the weather and every demand.
            episode_id: a name for the episode.
            level: 1 shows the base demand; at 2 it must be estimated from two weeks of records.
            split: `train` or `test`, with different neighbourhoods.
            noise: `usual` (0.12), or `steady` (0.05), which is easier.
            **kwargs: ignored.
        """
        if level not in LEVELS or split not in shop.NEIGHBOURHOODS or noise not in NOISE:
            raise ValueError("level is 1 or 2, split train or test, noise usual or steady")
        if seed is None:
            seed = random.SystemRandom().getrandbits(32)
        rng = random.Random(f"{seed}/{level}/{split}/{noise}")
        name = rng.choice(sorted(shop.NEIGHBOURHOODS[split]))
        self._name, self._level, self._noise = name, level, NOISE[noise]
        self._base = dict(
            zip((p.name for p in shop.PRODUCTS), shop.NEIGHBOURHOODS[split][name], strict=True)
        )
        first = rng.randrange(7)
        self._calendar = []
        for number in range(RECORDS + WEEK):
            day, weather = shop.DAYS[(first + number) % 7], rng.choice(sorted(shop.WEATHER))
            wanted = {
                each: shop.draw(rng, base, day, weather, self._noise)
                for each, base in self._base.items()
            }
            self._calendar.append(PastDay(day=day, weather=weather, demand=wanted))
        self._today = 0
        self._running = True
        self._state = BakeryForecastState(
            episode_id=episode_id or str(uuid.uuid4()), step_count=0, split=split, level=level
        )
        return self._observe(reward=None)

    def step(
        self, action: BakeryForecastAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BakeryForecastObservation:
        """Bake for today; the observation is that of the next morning."""
        if not self._running:
            return BakeryForecastObservation(
                done=True, reward=0.0, note="no week is running: call reset first"
            )
        wanted = self._calendar[RECORDS + self._today].demand
        scores = [
            shop.day_score(product, getattr(action, product.name), wanted[product.name])
            for product in shop.PRODUCTS
        ]
        self._today += 1
        self._state.step_count += 1
        self._running = self._today < WEEK
        return self._observe(reward=sum(scores) / len(scores) / WEEK)

    @property
    def state(self) -> BakeryForecastState:
        return self._state.model_copy(deep=True)

    def _observe(self, reward: float | None) -> BakeryForecastObservation:
        known = self._calendar[: RECORDS + self._today]
        shown = BakeryForecastObservation(
            done=not self._running,
            reward=reward,
            neighbourhood=self._name,
            days_left=WEEK - self._today,
            costs={product.name: product.cost for product in shop.PRODUCTS},
            prices={product.name: product.price for product in shop.PRODUCTS},
            weekday_factors=dict(shop.WEEKDAY),
            weather_factors=dict(shop.WEATHER),
            noise=self._noise,
            base=dict(self._base) if self._level == 1 else {},
            past=[day.model_copy(deep=True) for day in known],
        )
        if self._running:
            today = self._calendar[RECORDS + self._today]
            shown.day, shown.weather = today.day, today.weather
        return shown
