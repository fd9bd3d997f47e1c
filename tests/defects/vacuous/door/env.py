"""A door with a bell: ring as often as the episode's number says, then knock."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

LIMIT = 12


class DoorAction(Action):
    """What to do at the door."""

    do: str = Field(default="", max_length=60, description="What to do: `ring`, `knock` or `wait`")
    strength: int = Field(default=1, ge=1, le=5, description="How strongly")


class DoorObservation(Observation):
    """What is heard, and what was wrong with the action."""

    heard: str = ""
    rings: int = 0
    error: str | None = None


class DoorEnvironment(Environment[DoorAction, DoorObservation, State]):
    """Opens after the right number of rings and a knock."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._wanted = 0
        self._rings = 0
        self._done = True
        self._state: State | None = None

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> DoorObservation:
        """Go to a door; the sign says how often to ring."""
        self._wanted = random.Random(seed).randint(1, 5)
        self._rings = 0
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        return DoorObservation(heard=f"A sign: ring {self._wanted} times, then knock.")

    def step(
        self, action: DoorAction, timeout_s: float | None = None, **kwargs: Any
    ) -> DoorObservation:
        """Do something at the door."""
        if self._state is None:
            raise RuntimeError("call reset() before step()")
        if self._done:
            return DoorObservation(heard="The episode is over.", done=True, reward=0.0)
        self._state.step_count += 1
        return self._act(action)

    def _act(self, action: DoorAction) -> DoorObservation:
        if action.do == "ring":
            self._rings += 1
        opened = action.do == "knock" and self._rings == self._wanted
        heard = "It opens." if opened else "A bell." if action.do == "ring" else "Silence."
        return self._answer(heard, float(opened))

    def _answer(self, heard: str, reward: float, error: str | None = None) -> DoorObservation:
        assert self._state is not None
        self._done = reward > 0 or self._state.step_count >= LIMIT
        return DoorObservation(
            heard=heard, rings=self._rings, error=error, done=self._done, reward=reward
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return State() if self._state is None else self._state.model_copy()
