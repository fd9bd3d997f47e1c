"""The provisioning of a mountain hut as an OpenEnv environment."""

import random
import uuid
from dataclasses import asdict
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import Article, HutAction, HutObservation, HutState, OrderLine
    from ..store import LEVELS, Totals, Trip, draw_trip, reckon
except ImportError:
    from models import Article, HutAction, HutObservation, HutState, OrderLine
    from store import LEVELS, Totals, Trip, draw_trip, reckon

MAX_ORDERS = 4


class BadOrder(Exception):
    """The store cannot deliver this order."""


class HutEnvironment(Environment[HutAction, HutObservation, HutState]):
    """Send one order, after up to three drafts."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = HutState()
        self._trip: Trip | None = None
        self._best = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> HutObservation:
        """Draw the needs and the price list of a level (1 or 2)."""
        if level not in LEVELS:
            raise ValueError(f"level must be one of {sorted(LEVELS)}, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"hut {seed} {level}")
        self._trip, self._best = draw_trip(rng, level)
        self._done = False
        self._state = HutState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observe("the store is open", Totals(), None)

    def step(
        self, action: HutAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HutObservation:
        """Reckon an order; the one that is sent, or else the fourth, is final."""
        if self._trip is None:
            return HutObservation(message="call reset() first", done=True, reward=0.0)
        if self._done:
            return self._observe("the mule has left: call reset()", Totals(), 0.0)
        self._state.step_count += 1
        totals, reward = Totals(), 0.0
        try:
            totals = reckon(self._basket(action.lines), self._trip.items)
            message = self._trip.lacks(totals)
        except BadOrder as problem:
            message = str(problem)
        if action.send or self._state.step_count >= MAX_ORDERS:
            self._done = self._state.sent = True
            reward = 0.0 if message else self._best / totals.cents
        return self._observe(message or "the order does", totals, reward)

    def _basket(self, lines: list[OrderLine]) -> dict[str, int]:
        """Packs by article."""
        assert self._trip is not None
        items = {item.name: item for item in self._trip.items}
        basket: dict[str, int] = {}
        for line in lines:
            item = items.get(line.article)
            if item is None:
                raise BadOrder(f"the store does not have {line.article[:40]!r}")
            if line.packs < 1:
                raise BadOrder(f"{line.packs} packs of {item.name} cannot be ordered")
            basket[item.name] = basket.get(item.name, 0) + line.packs
            if basket[item.name] > item.stock:
                raise BadOrder(f"the store has only {item.stock} packs of {item.name}")
        return basket

    def _observe(self, message: str, totals: Totals, reward: float | None) -> HutObservation:
        assert self._trip is not None
        return HutObservation(
            guests=self._trip.guests,
            days=self._trip.days,
            kcal_needed=self._trip.kcal,
            protein_needed=self._trip.protein,
            load_limit=self._trip.load,
            prices=[Article(**asdict(item)) for item in self._trip.items],
            reckoned=totals._asdict(),
            drafts_left=0 if self._done else MAX_ORDERS - 1 - self._state.step_count,
            message=message,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> HutState:
        """A copy of the public state."""
        return self._state.model_copy()
