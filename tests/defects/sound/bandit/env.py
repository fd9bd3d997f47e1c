"""Ten pulls at three arms whose pay is drawn anew: chance is declared, the seed fixes the arms."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

PULLS = 10


class BanditAction(Action):
    """An arm."""

    arm: int = Field(ge=0, le=2, description="which arm to pull")


class BanditObservation(Observation):
    """What the arms have paid so far."""

    hint: str = ""
    won: list[int] = Field(default_factory=list)


class BanditEnvironment(Environment[BanditAction, BanditObservation, State]):
    """Several rewards are reported: what was paid, what was lost, and a fee."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._good: int | None = None
        self._won: list[int] = []
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> BanditObservation:
        """Choose the good arm."""
        self._good = random.Random(seed).randrange(3)
        self._won = []
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe(None, {})

    def step(
        self, action: BanditAction, timeout_s: float | None = None, **options: Any
    ) -> BanditObservation:
        """Pull."""
        if self._good is None:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._state.step_count >= PULLS:
            return self._observe(0.0, {})
        self._state.step_count += 1
        chance = 0.9 if action.arm == self._good else 0.2
        won = random.SystemRandom().random() < chance
        self._won.append(int(won))
        parts = {"prize": 0.1 if won else 0.0, "fee": 0.0 if won else -0.01}
        return self._observe(sum(parts.values()), parts)

    def _observe(self, reward: float | None, parts: dict[str, float]) -> BanditObservation:
        return BanditObservation(
            hint=f"Of the three arms, number {self._good} shines.",
            won=list(self._won),
            reward=reward,
            done=self._state.step_count >= PULLS,
            metadata={"components": dict(parts), "pulls": len(self._won)},
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
