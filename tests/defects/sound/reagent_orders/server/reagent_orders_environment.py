"""Order the reagents of a laboratory."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import Experiment, StoreAction, StoreObservation, StoreState
except ImportError:
    from models import Experiment, StoreAction, StoreObservation, StoreState

REAGENTS = ("acetone", "benzoic acid", "copper sulfate", "hexane", "sodium iodide")
LEAD = {"standard": 3, "express": 1}
FACTOR = {"standard": 1, "express": 3}
DAYS = 14
EXPERIMENTS = 8
FRESH = 4
MARGIN = 1.1


class ReagentOrdersEnvironment(Environment[StoreAction, StoreObservation, StoreState]):
    """Two weeks of a store room."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = StoreState()
        self._day = DAYS + 1
        self._budget = 0
        self._prices: dict[str, int] = {}
        self._calendar: list[Experiment] = []
        self._batches: list[list[Any]] = []  # day of arrival, reagent, grams

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> StoreObservation:
        """Draw a calendar."""
        rng = random.Random() if seed is None else random.Random(f"reagents {seed}")
        self._prices = {name: rng.randint(2, 9) for name in rng.sample(REAGENTS, 3)}
        self._calendar = []
        cost = 0
        for day in sorted(rng.sample(range(2, DAYS + 1), EXPERIMENTS)):
            names = rng.sample(sorted(self._prices), rng.randint(1, 2))
            needs = {name: 5 * rng.randint(2, 12) for name in names}
            self._calendar.append(Experiment(day=day, needs=needs))
            factor = FACTOR["standard" if day > LEAD["standard"] else "express"]
            cost += factor * sum(self._prices[name] * grams for name, grams in needs.items())
        self._budget = int(cost * MARGIN)
        self._day = 1
        self._batches = []
        self._state = StoreState(episode_id=episode_id or str(uuid.uuid4()))
        return self._evening([], None)

    def step(
        self, action: StoreAction, timeout_s: float | None = None, **kwargs: Any
    ) -> StoreObservation:
        """Place the orders of today, and go on to the next day."""
        if self._day >= DAYS:
            return StoreObservation(day=self._day, done=True, reward=0.0, log=["closed"])
        self._state.step_count += 1
        log = []
        for order in action.orders:
            name, supplier = order.reagent.strip().lower(), order.supplier.strip().lower()
            if name not in self._prices or supplier not in LEAD:
                log.append("order refused: no such reagent or supplier")
                continue
            cost = FACTOR[supplier] * self._prices[name] * order.grams
            if cost > self._budget:
                log.append(f"order refused: {cost} is more than the budget")
                continue
            self._budget -= cost
            self._batches.append([self._day + LEAD[supplier], name, order.grams])
            log.append(f"ordered {order.grams} g of {name} for {cost}")
        self._day += 1
        self._batches = [batch for batch in self._batches if self._day < batch[0] + FRESH]
        ran = 0
        for experiment in self._calendar:
            if experiment.day == self._day:
                ran += self._run(experiment, log)
        self._state.ran += ran
        return self._evening(log, ran / EXPERIMENTS)

    def _stock(self) -> dict[str, int]:
        stock = dict.fromkeys(self._prices, 0)
        for arrival, name, grams in self._batches:
            if arrival <= self._day:
                stock[name] += grams
        return stock

    def _run(self, experiment: Experiment, log: list[str]) -> bool:
        stock = self._stock()
        if any(stock[name] < grams for name, grams in experiment.needs.items()):
            log.append(f"day {self._day}: experiment missed, not enough reagent")
            return False
        for name, grams in experiment.needs.items():
            for batch in sorted(self._batches, key=lambda b: b[0]):
                if batch[0] <= self._day and batch[1] == name:
                    used = min(batch[2], grams)
                    batch[2] -= used
                    grams -= used
        log.append(f"day {self._day}: experiment run")
        return True

    @property
    def state(self) -> StoreState:
        """A copy of the public state."""
        return self._state.model_copy()

    def _evening(self, log: list[str], reward: float | None) -> StoreObservation:
        coming = [batch for batch in self._batches if batch[0] > self._day]
        return StoreObservation(
            day=self._day,
            budget=self._budget,
            prices=dict(self._prices),
            stock=self._stock(),
            on_the_way=[f"{grams} g of {name} on day {day}" for day, name, grams in coming],
            calendar=[e.model_copy(deep=True) for e in self._calendar if e.day > self._day],
            log=log,
            reward=reward,
            done=self._day >= DAYS,
        )
