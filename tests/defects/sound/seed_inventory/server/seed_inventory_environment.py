"""Fill the orders of the greenhouses from the seed store."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

from openenv.core.env_server import Environment, State

from ..models import Order, SeedInventoryAction, SeedInventoryObservation
from ..store import SHAPE, Ledger, PickError, draw


class SeedInventoryEnvironment(Environment[SeedInventoryAction, SeedInventoryObservation, State]):
    """One pick list for each order; an order that is filled pays its share of 1."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._ledger = Ledger()
        self._orders: list[Order] = []
        self._total = self._filled = 0

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> SeedInventoryObservation:
        """Open the store: level 1 has three orders, level 2 five, level 3 seven."""
        level = level if level in SHAPE else 1
        rng = Random(f"seed inventory {seed} {level}") if seed is not None else Random()
        self._ledger, self._orders = draw(rng, level)
        self._total, self._filled = len(self._orders), 0
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        return self._look()

    def step(
        self, action: SeedInventoryAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SeedInventoryObservation:
        """Pack the current order; whether it is filled or not, the next one follows."""
        if not self._orders:
            return SeedInventoryObservation(
                done=True, reward=0.0, note="no open order: reset first"
            )
        self._state.step_count += 1
        order = self._orders.pop(0)
        try:
            self._ledger.pack(self._ledger.read(action.picks, order))
        except PickError as error:
            return self._look(0.0, str(error))
        self._filled += 1
        return self._look(1 / self._total)

    def _look(self, reward: float | None = None, note: str = "") -> SeedInventoryObservation:
        return SeedInventoryObservation(
            lots=[lot.model_copy() for lot in self._ledger.lots.values()],
            orders=[order.model_copy() for order in self._orders],
            filled=self._filled,
            note=note,
            reward=reward,
            done=not self._orders,
        )

    @property
    def state(self) -> State:
        """The id and the number of orders handled."""
        return self._state
