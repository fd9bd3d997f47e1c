"""Fourteen days in the shop."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import ShopAction, ShopObservation, ShopState
    from ..shop import DAYS, DICE, Shop, benchmark, customers, read
except ImportError:
    from models import ShopAction, ShopObservation, ShopState
    from shop import DAYS, DICE, Shop, benchmark, customers, read


class ShopEnvironment(Environment[ShopAction, ShopObservation, ShopState]):
    """Keep stock."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ShopState()
        self._shop = Shop()
        self._demand: list[int] = []
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> ShopObservation:
        """Open the shop."""
        level = "calm" if level is None else level
        if level not in DICE:
            raise ValueError(f"level must be one of {', '.join(DICE)}, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"shop {level} {seed}")
        self._shop = Shop()
        self._demand = customers(rng, level)
        self._done = False
        self._state = ShopState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._morning(None)

    def step(
        self, action: ShopAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ShopObservation:
        """A day."""
        if self._done:
            return ShopObservation(done=True, reward=0.0)
        self._state.step_count += 1
        self._shop.trade(read(action.text), self._demand[self._shop.day - 1])
        reward = 0.0
        if self._shop.day > DAYS:
            self._done = True
            reward = max(
                0.0, min(1.0, self._shop.profit / benchmark(self._state.level, self._demand))
            )
        return self._morning(reward)

    @property
    def state(self) -> ShopState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _morning(self, reward: float | None) -> ShopObservation:
        shop = self._shop
        return ShopObservation(
            day=shop.day,
            stock=shop.stock,
            sold=shop.sold,
            lost=shop.lost,
            profit=round(shop.profit, 2),
            reward=reward,
            done=self._done,
        )
