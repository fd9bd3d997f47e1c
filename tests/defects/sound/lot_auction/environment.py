"""A sealed-bid auction of several lots, with the price of the second highest bid."""

import random
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from .models import AuctionObservation, BidAction
except ImportError:
    from models import AuctionObservation, BidAction

LOTS = (
    "barometer",
    "bureau",
    "candlesticks",
    "carriage clock",
    "etching",
    "globe",
    "musical box",
    "porcelain vase",
    "sextant",
    "silver tray",
    "tapestry",
    "writing slope",
)
CALLED = 8
RIVALS = 3


@dataclass
class Lot:
    """One lot with what it is worth to the agent and to the others."""

    name: str
    estimate: int
    rivals: list[int]


class LotAuctionEnvironment(Environment):
    """Spend a limited sum well over eight lots."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self):
        super().__init__()
        self._state = State(episode_id=str(uuid4()), step_count=0)
        self._lots: list[Lot] = []
        self._purse = 0
        self._money = 0
        self._won: list[str] = []
        self._scale = 1

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> AuctionObservation:
        rng = random.Random(seed)
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        self._lots = []
        for name in rng.sample(LOTS, CALLED):
            value = rng.randint(60, 300)
            rivals = [max(10, round(value * rng.uniform(0.4, 1.1))) for _ in range(RIVALS)]
            self._lots.append(Lot(name, value, rivals))
        self._purse = sum(lot.estimate for lot in self._lots) * 2 // 5
        self._money = self._purse
        self._won = []
        self._scale = sum(lot.estimate for lot in self._lots)
        return self._observe("the sale begins")

    def step(
        self, action: BidAction, timeout_s: float | None = None, **kwargs: Any
    ) -> AuctionObservation:
        if not self._lots:
            return self._observe("the sale is over: reset first", 0.0)
        self._state.step_count += 1
        lot = self._lots.pop(0)
        price = max(lot.rivals)
        if action.bid > self._money:
            return self._observe(f"a bid of {action.bid} is refused: you cannot pay it", 0.0)
        if action.bid <= price:
            return self._observe(f"the {lot.name} went to another bidder", 0.0)
        self._money -= price
        self._won.append(f"{lot.name} for {price}")
        profit = (lot.estimate - price) / self._scale
        return self._observe(f"the {lot.name} is yours for {price}", profit)

    @property
    def state(self) -> State:
        return State(episode_id=self._state.episode_id, step_count=self._state.step_count)

    def _observe(self, message: str, reward: float | None = None) -> AuctionObservation:
        lot = self._lots[0] if self._lots else None
        spent = self._purse - self._money
        return AuctionObservation(
            lot=lot.name if lot else "",
            estimate=lot.estimate if lot else 0,
            money=self._money,
            lots_left=len(self._lots),
            won=list(self._won),
            message=f"{message}; {spent} of {self._purse} spent",
            done=lot is None,
            reward=reward,
        )
