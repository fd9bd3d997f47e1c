"""Boil water for just so long: waiting is a slow action that honours its deadline."""

import asyncio
import random
import threading
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

SCALE = 0.005
LIMIT = 4


class KettleAction(Action):
    """Wait, or taste."""

    wait: int = Field(default=0, ge=0, le=400, description="minutes to wait; 0 is to taste")


class KettleObservation(Observation):
    """How long the tea wants and has had."""

    wanted: int = 0
    waited: int = 0
    note: str = ""


class KettleEnvironment(Environment[KettleAction, KettleObservation, State]):
    """A minute is five milliseconds; who waits exactly long enough and tastes is paid."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._wanted = 0
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> KettleObservation:
        """Choose a tea."""
        self._wanted = random.Random(seed).randint(2, 9)
        self._waited = 0
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("", None)

    def step(
        self, action: KettleAction, timeout_s: float | None = None, **options: Any
    ) -> KettleObservation:
        """Wait or taste; a wait that the deadline cuts short is refused."""
        seconds, late = self._before(action, timeout_s)
        threading.Event().wait(seconds)
        return self._after(action, late)

    async def step_async(
        self, action: KettleAction, timeout_s: float | None = None, **options: Any
    ) -> KettleObservation:
        """The same without holding up other sessions."""
        seconds, late = self._before(action, timeout_s)
        await asyncio.sleep(seconds)
        return self._after(action, late)

    def _before(self, action: KettleAction, timeout_s: float | None) -> tuple[float, bool]:
        if not self._wanted:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return 0.0, False
        seconds = action.wait * SCALE
        if timeout_s is not None and seconds > timeout_s:
            return timeout_s, True
        return seconds, False

    def _after(self, action: KettleAction, late: bool) -> KettleObservation:
        if self._over:
            return self._observe("The tea is drunk: call reset().", 0.0)
        self._state.step_count += 1
        out_of_steps = self._state.step_count >= LIMIT
        if late:
            self._over = out_of_steps
            return self._observe("There was no time for that.", 0.0)
        self._waited += action.wait
        self._over = action.wait == 0 or out_of_steps
        right = action.wait == 0 and self._waited == self._wanted
        return self._observe("Good tea." if right else "", 1.0 if right else 0.0)

    def _observe(self, note: str, reward: float | None) -> KettleObservation:
        return KettleObservation(
            wanted=self._wanted, waited=self._waited, note=note, reward=reward, done=self._over
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
