"""A week on the pepper market."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..market import COINS, SWING, Market, best_plan, draw
    from ..models import MarketObservation, MarketState, TradeAction
except ImportError:
    from market import COINS, SWING, Market, best_plan, draw
    from models import MarketObservation, MarketState, TradeAction


class SpiceTraderEnvironment(Environment[TradeAction, MarketObservation, MarketState]):
    """One week per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = MarketState()
        self._market: Market | None = None
        self._highest = 0

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        market: str | None = None,
        **kwargs: Any,
    ) -> MarketObservation:
        """Open the market."""
        market = "calm" if market is None else market
        if market not in SWING:
            raise ValueError(f"market must be one of {', '.join(SWING)}")
        rng = random.Random() if seed is None else random.Random(f"spice {market} {seed}")
        prices = draw(rng, market)
        self._market = Market(prices)
        self._highest = best_plan(prices)[0] - COINS
        self._state = MarketState(episode_id=episode_id or str(uuid.uuid4()), market=market)
        return self._stall("", None)

    def step(
        self, action: TradeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> MarketObservation:
        """Trade for a day."""
        market = self._market
        if market is None or market.over:
            return MarketObservation(done=True, reward=0.0, note="the market is closed")
        self._state.step_count += 1
        note = market.trade(action.sell, action.buy)
        reward = 0.0
        if market.over:
            share = (market.coins - COINS) / self._highest
            reward = min(1.0, max(0.0, share))
        return self._stall(note, reward)

    @property
    def state(self) -> MarketState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _stall(self, note: str, reward: float | None) -> MarketObservation:
        market = self._market
        assert market is not None
        return MarketObservation(
            day=market.day + 1,
            prices=list(market.prices),
            coins=market.coins,
            sacks=market.sacks,
            note=note,
            reward=reward,
            done=market.over,
        )
