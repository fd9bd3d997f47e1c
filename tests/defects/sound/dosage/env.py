"""Measure a medicine for a weight; the answer may be written in any of three units of mass."""

import random
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

MILLIGRAMS = {"mg": 1.0, "g": 1000.0, "kg": 1_000_000.0}


class DosageAction(Action):
    """The dose, and the number of parcels."""

    dose: float = Field(ge=0, le=1e9, allow_inf_nan=False, description="the dose of all together")
    unit: Literal["mg", "g", "kg"] = Field(description="the unit of the dose")
    milligrams_of_one: int = Field(ge=0, description="milligrams for one animal")


class DosageObservation(Observation):
    """The prescription."""

    text: str = ""
    verdict: str = ""


class DosageEnvironment(Environment[DosageAction, DosageObservation, State]):
    """One for both numbers, nothing for one of them."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._animals = self._kilograms = self._rate = 0
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DosageObservation:
        """Write a prescription."""
        rng = random.Random(seed)
        self._animals, self._kilograms = rng.randint(3, 40), rng.randint(12, 700)
        self._rate = rng.randint(2, 60)
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("", None)

    def step(
        self, action: DosageAction, timeout_s: float | None = None, **options: Any
    ) -> DosageObservation:
        """Check the dose."""
        if not self._rate:
            raise RuntimeError("there is no prescription: call reset() before step()")
        if self._over:
            return self._observe("The dose is given: call reset().", 0.0)
        self._state.step_count += 1
        self._over = True
        one = self._rate * self._kilograms
        given = action.dose * MILLIGRAMS[action.unit]
        right = abs(given - one * self._animals) <= 0.01 and action.milligrams_of_one == one
        return self._observe("Right." if right else "Wrong.", 1.0 if right else 0.0)

    def _observe(self, verdict: str, reward: float | None) -> DosageObservation:
        return DosageObservation(
            text=f"{self._animals} animals of {self._kilograms} kg each, {self._rate} mg for "
            "each kilogram. How much for one of them, and for all together?",
            verdict=verdict,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
