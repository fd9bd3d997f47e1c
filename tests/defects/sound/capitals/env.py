"""Twelve questions in a fixed order: the seed chooses one by its number, modulo twelve."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

CAPITALS = {
    "Peru": "Lima",
    "Kenya": "Nairobi",
    "Norway": "Oslo",
    "Cuba": "Havana",
    "Ghana": "Accra",
    "Japan": "Tokyo",
    "Qatar": "Doha",
    "Chile": "Santiago",
    "Latvia": "Riga",
    "Nepal": "Kathmandu",
    "Egypt": "Cairo",
    "Samoa": "Apia",
}
TRIES = 3


class CapitalAction(Action):
    """A reply."""

    city: str = Field(max_length=40, description="one of the options")


class CapitalObservation(Observation):
    """The question with its number, and four options."""

    number: int = 0
    question: str = ""
    options: list[str] = Field(default_factory=list)
    message: str = ""
    tries_left: int = TRIES


class CapitalsEnvironment(Environment[CapitalAction, CapitalObservation, State]):
    """Each wrong reply costs a tenth. reset(hints=1) shows a first letter."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._country = ""
        self._over = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        hints: int = 0,
        **options: Any,
    ) -> CapitalObservation:
        """Choose a question; the order of its options is drawn."""
        rng = random.Random(seed)
        countries = list(CAPITALS)
        number = rng.randrange(len(countries)) if seed is None else seed % len(countries)
        self._number, self._country = number + 1, countries[number]
        right = CAPITALS[self._country]
        self._options = [right, *rng.sample(sorted({*CAPITALS.values()} - {right}), 3)]
        rng.shuffle(self._options)
        self._hint = f" It begins with {right[0]}." if hints == 1 else ""
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._see("The game begins.", None)

    def step(
        self, action: CapitalAction, timeout_s: float | None = None, **options: Any
    ) -> CapitalObservation:
        """Grade a reply."""
        if not self._country:
            raise RuntimeError("there is no question: call reset() before step()")
        if self._over:
            return self._see("The game is over.", 0.0)
        self._state.step_count += 1
        right = action.city.strip() == CAPITALS[self._country]
        self._over = right or self._state.step_count >= TRIES
        return self._see(
            "Right." if right else "Wrong.",
            1.1 - 0.1 * self._state.step_count if right else 0.0,
        )

    def _see(self, message: str, reward: float | None) -> CapitalObservation:
        return CapitalObservation(
            number=self._number,
            question=f"What is the capital of {self._country}?{self._hint}",
            options=list(self._options),
            message=message,
            tries_left=TRIES - self._state.step_count,
            reward=reward,
            done=self._over,
            metadata={"region": sum(map(ord, self._country)) % 5},
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
