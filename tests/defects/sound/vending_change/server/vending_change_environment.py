"""A vending machine that must give change."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import VendingChangeAction, VendingChangeObservation, VendingChangeState
except ImportError:
    from models import VendingChangeAction, VendingChangeObservation, VendingChangeState

COINS = {"2.00": 200, "1.00": 100, "0.50": 50, "0.20": 20, "0.10": 10, "0.05": 5}
CUSTOMERS = 8


def can_make(due: int, box: dict[str, int]) -> bool:
    """Whether some of the coins in the box add up to the amount (in cents)."""
    sums = {0}
    for coin, count in box.items():
        worth = COINS[coin]
        sums = {s + k * worth for s in sums for k in range(count + 1) if s + k * worth <= due}
    return due in sums


class VendingChangeEnvironment(
    Environment[VendingChangeAction, VendingChangeObservation, VendingChangeState]
):
    """Eight customers, one box of coins."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = VendingChangeState()
        self._queue: list[tuple[int, list[str]]] = []
        self._box: dict[str, int] = {}
        self._at = CUSTOMERS

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> VendingChangeObservation:
        """Fill the box and let the customers queue up."""
        rng = random.Random() if seed is None else random.Random(f"vending {seed}")
        self._box = {coin: rng.randint(0, 3) for coin in COINS}
        for coin in ("0.20", "0.10", "0.05", "0.05"):
            self._box[coin] += 1
        self._queue = []
        for _ in range(CUSTOMERS):
            price = 5 * rng.randint(9, 70)
            coins: list[str] = []
            while sum(COINS[c] for c in coins) <= price:
                coins.append(rng.choice(["2.00", "1.00", "1.00", "0.50", "0.20"]))
            self._queue.append((price, coins))
        self._at = 0
        self._state = VendingChangeState(episode_id=episode_id or str(uuid.uuid4()))
        self._insert()
        return self._look("Welcome.", None)

    def step(
        self, action: VendingChangeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> VendingChangeObservation:
        """Serve the customer."""
        if self._at >= CUSTOMERS:
            return VendingChangeObservation(done=True, reward=0.0, message="The machine is off.")
        self._state.step_count += 1
        good = self._serve("".join(action.change.split()).lower())
        if good:
            self._state.served += 1
        self._at += 1
        self._insert()
        return self._look(
            "Served." if good else "Not right, coins returned.", 0.125 if good else 0.0
        )

    def _serve(self, text: str) -> bool:
        """Hand out change, or give the inserted coins back."""
        price, inserted = self._queue[self._at]
        due = sum(COINS[c] for c in inserted) - price
        coins = text.split("+")
        if text != "refund" and all(c in COINS for c in coins):
            enough = all(coins.count(c) <= self._box[c] for c in COINS)
            if enough and sum(COINS[c] for c in coins) == due:
                for coin in coins:
                    self._box[coin] -= 1
                return True
        possible = can_make(due, self._box)
        for coin in inserted:
            self._box[coin] -= 1
        return text == "refund" and not possible

    def _insert(self) -> None:
        """The coins of the next customer fall into the box."""
        if self._at < CUSTOMERS:
            for coin in self._queue[self._at][1]:
                self._box[coin] += 1

    @property
    def state(self) -> VendingChangeState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _look(self, message: str, reward: float | None) -> VendingChangeObservation:
        done = self._at >= CUSTOMERS
        price, inserted = (0, []) if done else self._queue[self._at]
        return VendingChangeObservation(
            customer=0 if done else self._at + 1,
            price="" if done else f"{price / 100:.2f}",
            inserted=list(inserted),
            box=dict(self._box),
            message=message,
            reward=reward,
            done=done,
        )
