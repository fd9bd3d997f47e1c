"""Trade one stock for twenty days; the reward of a day is the change of wealth, in hundreds."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

DAYS = 20
FEE = 0.01


class TradeAction(Action):
    """One order."""

    amount: float = Field(
        description="shares to buy (negative: sell)", ge=-10, le=10, allow_inf_nan=False
    )


class TradeObservation(Observation):
    """The account and all prices until today."""

    day: int = 0
    price: float = 0.0
    cash: float = 0.0
    shares: float = 0.0
    history: list[float] = Field(default_factory=list)


class MarketEnv(Environment[TradeAction, TradeObservation, State]):
    """Neither credit nor short sales."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._prices: list[float] | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> TradeObservation:
        """A new market."""
        rng = random.Random(seed)
        price, self._prices = 10.0, []
        drift = rng.choice([-0.3, 0.3])
        for _ in range(DAYS + 1):
            self._prices.append(round(price, 2))
            price = max(1.0, price + drift + rng.uniform(-0.4, 0.4))
        self._day, self._cash, self._shares = 0, 100.0, 0.0
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see(0.0)

    def step(
        self, action: TradeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TradeObservation:
        """Trade, then a day passes."""
        if self._prices is None:
            raise RuntimeError("reset() comes before step()")
        if self._day >= DAYS:
            return self._see(0.0)
        before = self._wealth()
        price = self._prices[self._day]
        amount = max(-self._shares, min(action.amount, self._cash / (price * (1 + FEE))))
        self._cash = max(0.0, self._cash - amount * price - abs(amount) * price * FEE)
        self._shares += amount
        self._day += 1
        self._state.step_count += 1
        return self._see((self._wealth() - before) / 100)

    def _wealth(self) -> float:
        return self._cash + self._shares * self._prices[self._day]

    def _see(self, reward: float) -> TradeObservation:
        return TradeObservation(
            day=self._day,
            price=self._prices[self._day],
            cash=self._cash,
            shares=self._shares,
            history=list(self._prices[: self._day + 1]),
            reward=reward,
            done=self._day >= DAYS,
        )

    @property
    def state(self) -> State:
        """A copy."""
        return self._state.model_copy()


app = create_app(MarketEnv, TradeAction, TradeObservation, env_name="market")
