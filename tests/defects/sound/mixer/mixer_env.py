"""Mix a colour from three real amounts, as near as one can in six tries; water is not free."""

import math
import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server import Environment, create_fastapi_app
from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, Field

TRIES = 6
PRICE = 0.01


class Pour(BaseModel):
    """Amounts in litres."""

    red: float = Field(0.0, ge=0, le=10, allow_inf_nan=False)
    green: float = Field(0.0, ge=0, le=10, allow_inf_nan=False)
    blue: float = Field(0.0, ge=0, le=10, allow_inf_nan=False)


class MixAction(Action):
    """Pour into an empty pot; `keep` hands the pot in."""

    pour: Pour
    keep: bool = False


class MixObservation(Observation):
    """The colour wanted, and the one in the pot."""

    wanted: dict[str, float] = Field(default_factory=dict)
    got: dict[str, float] = Field(default_factory=dict)
    distance: float | None = None
    tries_left: int = 0


class MixEnv(Environment):
    """Only a pot handed in is paid, for its nearness; each litre poured costs."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._wanted: Pour | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kw: Any
    ) -> MixObservation:
        """Want a colour."""
        rng = random.Random(seed)
        parts = [round(rng.uniform(0.5, 4.0), 3) for _ in range(3)]
        self._wanted = Pour(red=parts[0], green=parts[1], blue=parts[2])
        self._pot: Pour | None = None
        self._used, self._over = 0, False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see(0.0)

    def step(self, action: MixAction, timeout_s: float | None = None, **kw: Any) -> MixObservation:
        """Pour, and perhaps hand in."""
        if self._wanted is None:
            raise RuntimeError("reset() first")
        if self._over:
            return self._see(0.0)
        self._state.step_count += 1
        self._used += 1
        self._pot = action.pour.model_copy()
        cost = PRICE * (self._pot.red + self._pot.green + self._pot.blue)
        self._over = action.keep or self._used >= TRIES
        paid = max(0.0, 1.0 - self._distance()) if action.keep else 0.0
        return self._see(paid - cost)

    def _distance(self) -> float:
        if self._pot is None or self._wanted is None:
            return math.inf
        one, other = self._pot.model_dump(), self._wanted.model_dump()
        return math.dist(list(one.values()), list(other.values()))

    def _see(self, reward: float) -> MixObservation:
        return MixObservation(
            wanted=self._wanted.model_dump() if self._wanted else {},
            got=self._pot.model_dump() if self._pot else {},
            distance=round(self._distance(), 6) if self._pot else None,
            tries_left=TRIES - self._used,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy."""
        return self._state.model_copy()


app = create_fastapi_app(MixEnv, MixAction, MixObservation)
