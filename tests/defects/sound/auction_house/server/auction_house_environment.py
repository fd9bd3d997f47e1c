"""A sale of five lots."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

from ..house import LOTS, Lot, best, sale
from ..models import BidAction, HouseState, LotObservation


class AuctionHouseEnvironment(Environment[BidAction, LotObservation, HouseState]):
    """Bid for five lots."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = HouseState()
        self._lots: list[Lot] = []
        self._profit = 0

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> LotObservation:
        """Open a sale."""
        self._lots = sale(random.Random() if seed is None else random.Random(f"sale {seed}"))
        self._profit = 0
        self._state = HouseState(episode_id=episode_id or str(uuid.uuid4()))
        return self._called("", None)

    def step(
        self, action: BidAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LotObservation:
        """Bid for the lot that is called."""
        number = self._state.step_count
        if number >= len(self._lots):
            return LotObservation(done=True, reward=0.0, note="the sale is over")
        self._state.step_count += 1
        lot = self._lots[number]
        paid = lot.hammer(action.bid)
        if paid is None:
            note = f"the {lot.thing} is not yours"
        else:
            self._profit += lot.worth - paid
            note = f"the {lot.thing} is yours for {paid}"
        share = 0.0
        if self._state.step_count == LOTS:
            share = min(1.0, max(0.0, self._profit / best(self._lots)))
        return self._called(note, share)

    @property
    def state(self) -> HouseState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _called(self, note: str, reward: float | None) -> LotObservation:
        left = LOTS - self._state.step_count
        if not left:
            return LotObservation(profit=self._profit, note=note, reward=reward, done=True)
        lot = self._lots[-left]
        return LotObservation(
            lot=lot.thing,
            catalogue=lot.catalogue,
            condition=lot.condition,
            repair=lot.repair,
            reserve=lot.reserve,
            lots_left=left,
            profit=self._profit,
            note=note,
            reward=reward,
        )
