"""Ship an order whose pack sizes must be looked up first."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import Address, OrdersAction, OrdersObservation, OrdersState, Wanted
except ImportError:
    from models import Address, OrdersAction, OrdersObservation, OrdersState, Wanted

STEPS = 8
SKUS = ("bolt", "nut", "gear", "belt", "lamp")
SIZES = (1, 2, 5, 10)
STREETS = ("Mill Lane 4", "Quay 11", "High Street 27", "Station Road 9")
CITIES = ("Leith", "Cork", "Turku", "Ghent", "Porto")
NOTES = (None, "ring twice", "leave at the gate")


class OrdersEnvironment(Environment[OrdersAction, OrdersObservation, OrdersState]):
    """A clerk's errand with a nested action."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._sizes: dict[str, int] = {}
        self._known: dict[str, int] = {}
        self._wanted: list[Wanted] = []
        self._address: Address | None = None
        self._note: str | None = None
        self._done = False
        self._state = OrdersState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> OrdersObservation:
        """Draw an order and the pack sizes."""
        rng = random.Random(seed)
        self._sizes = {sku: rng.choice(SIZES) for sku in SKUS}
        self._known = {}
        self._wanted = [
            Wanted(sku=sku, pieces=self._sizes[sku] * rng.randint(1, 9))
            for sku in rng.sample(SKUS, rng.randint(2, 3))
        ]
        self._address = Address(street=rng.choice(STREETS), city=rng.choice(CITIES))
        self._note = rng.choice(NOTES)
        self._done = False
        self._state = OrdersState(episode_id=episode_id or uuid4().hex)
        return self._observe("Ship this order.", 0.0, {})

    def step(
        self, action: OrdersAction, timeout_s: float | None = None, **options: Any
    ) -> OrdersObservation:
        """Inspect an article or ship."""
        if not self._wanted:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._done:
            return self._observe("The episode is over: call reset().", 0.0, {})
        self._state.step_count += 1
        parts: dict[str, float] = {"lines": 0.0, "address": 0.0, "note": 0.0}
        if action.kind == "inspect":
            message = self._inspect(action)
        elif not action.lines:
            message = "A shipment needs at least one line."
        else:
            parts = self._grade(action)
            self._done = self._state.shipped = True
            message = "Shipped."
        self._done = self._done or self._state.step_count >= STEPS
        return self._observe(message, sum(parts.values()), parts)

    def _inspect(self, action: OrdersAction) -> str:
        if action.sku is None:
            return "Say which article to inspect."
        self._known[action.sku] = self._sizes[action.sku]
        self._state.inspected += 1
        return f"{action.sku} comes in packs of {self._sizes[action.sku]}."

    def _grade(self, action: OrdersAction) -> dict[str, float]:
        packs: dict[str, int] = {}
        for line in action.lines:
            packs[line.sku] = packs.get(line.sku, 0) + line.packs
        need = {w.sku: w.pieces // self._sizes[w.sku] for w in self._wanted}
        right = sum(packs.get(sku) == count for sku, count in need.items())
        wrong = len(packs) - right
        lines = 0.6 * max(0, right - wrong) / len(need)
        same_place = action.address == self._address
        return {
            "lines": lines,
            "address": 0.3 if lines and same_place else 0.0,
            "note": 0.1 if lines and action.note == self._note else 0.0,
        }

    def _observe(self, message: str, reward: float, parts: dict[str, float]) -> OrdersObservation:
        return OrdersObservation(
            message=message,
            wanted=[item.model_copy() for item in self._wanted],
            address=self._address.model_copy() if self._address else None,
            note=self._note,
            pack_sizes=dict(self._known),
            steps_left=STEPS - self._state.step_count,
            metadata={"components": dict(parts)},
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> OrdersState:
        """A copy of the episode's public state."""
        return self._state.model_copy(deep=True)
