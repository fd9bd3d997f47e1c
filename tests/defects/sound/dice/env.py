"""A gamble with real chance in it, which its author declares."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State


class DiceAction(Action):
    """Which die to throw."""

    die: Literal["fair", "loaded"]


class DiceObservation(Observation):
    """What came up."""

    face: int | None = None


class DiceEnvironment(Environment[DiceAction, DiceObservation, State]):
    """Throw five times; the loaded die shows a six more often."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._chance = random.SystemRandom()
        self._started = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DiceObservation:
        """Pick up the dice; no seed can tame them."""
        self._started = True
        self._state = State(episode_id=episode_id or str(uuid4()))
        return DiceObservation()

    def step(
        self, action: DiceAction, timeout_s: float | None = None, **options: Any
    ) -> DiceObservation:
        """Throw."""
        if not self._started:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._state.step_count >= 5:
            return DiceObservation(reward=0.0, done=True)
        self._state.step_count += 1
        faces = (1, 2, 3, 4, 5, 6) if action.die == "fair" else (1, 6, 6, 6)
        face = self._chance.choice(faces)
        return DiceObservation(
            face=face, reward=0.2 if face == 6 else 0.0, done=self._state.step_count >= 5
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
