"""A week in a plant nursery."""

import random
import uuid
from dataclasses import dataclass
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import BatchView, NurseryAction, NurseryObservation, NurseryState
except ImportError:
    from models import BatchView, NurseryAction, NurseryObservation, NurseryState

DAYS = 8
STEPS = 20
FULL = 6
WATER_COST = 3
NAMES = ("basil", "lavender", "ferns", "dahlias")


@dataclass
class Batch:
    """Pots of one kind."""

    pots: int
    moisture: int
    demand: int
    thirst: list[int]
    prices: list[int]

    def best(self) -> int:
        """The most that this batch can earn: try each last day of sale."""
        top = 0
        for last in range(DAYS):
            left, income = self.pots, 0
            for price in sorted(self.prices[: last + 1], reverse=True):
                sold = min(left, self.demand)
                left, income = left - sold, income + sold * price
            litres = max(0, sum(self.thirst[:last]) - self.moisture)
            top = max(top, income - WATER_COST * litres)
        return top


def make_batch(rng: random.Random) -> Batch:
    """A batch with its calendar."""
    pots = rng.randint(12, 30)
    base = rng.randint(4, 9)
    return Batch(
        pots=pots,
        moisture=rng.randint(1, 4),
        demand=rng.randint(pots // 4, pots // 2),
        thirst=[rng.randint(1, 3) for _ in range(DAYS)],
        prices=[max(1, base + rng.randint(-3, 6)) for _ in range(DAYS)],
    )


class NurseryEnvironment(Environment[NurseryAction, NurseryObservation, NurseryState]):
    """Water, sell, and close after eight days."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = NurseryState()
        self._batches: dict[str, Batch] = {}
        self._best = 1
        self._day = 0
        self._profit = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        batches: int | None = None,
        **kwargs: Any,
    ) -> NurseryObservation:
        """Open the nursery; ValueError if the number of batches is wrong."""
        count = 3 if batches is None else batches
        if not isinstance(count, int) or not 1 <= count <= len(NAMES):
            raise ValueError(f"batches must be from 1 to {len(NAMES)}, not {batches!r}")
        rng = random.Random() if seed is None else random.Random(f"nursery {count} {seed}")
        self._batches = {name: make_batch(rng) for name in NAMES[:count]}
        self._best = sum(batch.best() for batch in self._batches.values())
        self._day = 0
        self._profit = 0
        self._done = False
        self._state = NurseryState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observe("Good morning.", None)

    def step(
        self, action: NurseryAction, timeout_s: float | None = None, **kwargs: Any
    ) -> NurseryObservation:
        """Carry out the plan of a day."""
        if self._done:
            return NurseryObservation(done=True, reward=0.0, note="The nursery is closed.")
        self._state.step_count += 1
        note = self._carry_out(action)
        if not note:
            self._night()
        self._done = self._day >= DAYS or self._state.step_count >= STEPS
        self._state.day, self._state.profit = self._day, self._profit
        reward = min(1.0, max(0.0, self._profit / self._best)) if self._done else 0.0
        return self._observe(note, reward)

    @property
    def state(self) -> NurseryState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _carry_out(self, action: NurseryAction) -> str:
        """Do the plan, or tell why it is refused."""
        for name, pots in action.sell.items():
            batch = self._batches.get(name)
            if batch is None or not 0 <= pots <= min(batch.pots, batch.demand):
                return f"Refused: cannot sell that many {name[:20]!r}."
        for name, litres in action.water.items():
            batch = self._batches.get(name)
            if batch is None or not 0 <= litres <= FULL - batch.moisture:
                return f"Refused: cannot water {name[:20]!r} like that."
        for name, pots in action.sell.items():
            batch = self._batches[name]
            batch.pots -= pots
            self._profit += pots * batch.prices[self._day]
        for name, litres in action.water.items():
            self._batches[name].moisture += litres
            self._profit -= litres * WATER_COST
        return ""

    def _night(self) -> None:
        for batch in self._batches.values():
            batch.moisture -= batch.thirst[self._day]
            if batch.moisture < 0:
                batch.moisture, batch.pots = 0, 0
        self._day += 1

    def _observe(self, note: str, reward: float | None) -> NurseryObservation:
        return NurseryObservation(
            day=self._day,
            profit=self._profit,
            water_cost=WATER_COST,
            batches={
                name: BatchView(
                    pots=b.pots,
                    moisture=b.moisture,
                    demand=b.demand,
                    thirst=list(b.thirst),
                    prices=list(b.prices),
                )
                for name, b in self._batches.items()
            },
            note=note,
            reward=reward,
            done=self._done,
        )
