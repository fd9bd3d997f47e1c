"""Assign cars to bays."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import ParkingAction, ParkingObservation, ParkingState
except ImportError:
    from models import ParkingAction, ParkingObservation, ParkingState

SIZES = "SML"
BAYS = 8


@dataclass
class Car:
    """A car of the queue."""

    size: str
    flat: bool
    permit: bool

    def __str__(self) -> str:
        return self.size + " electric" * self.flat + " permit" * self.permit


@dataclass
class Bay:
    """A bay, and the car in it."""

    size: str
    charger: bool
    accessible: bool
    car: Car | None = None

    def suits(self, car: Car) -> bool:
        """Whether the car may stand here."""
        if SIZES.index(car.size) > SIZES.index(self.size):
            return False
        return (self.charger or not car.flat) and (self.accessible or not car.permit)

    def __str__(self) -> str:
        kind = self.size + " charger" * self.charger + " accessible" * self.accessible
        return f"{kind}, {'free' if self.car is None else 'taken'}"


def shift(rng: random.Random) -> tuple[list[Bay], list[Car]]:
    """Bays, and for each of them a car that suits it, in a random order."""
    bays, cars = [], []
    for _ in range(BAYS):
        bay = Bay(rng.choice(SIZES), rng.random() < 0.4, rng.random() < 0.3)
        size = SIZES[rng.randint(max(0, SIZES.index(bay.size) - 1), SIZES.index(bay.size))]
        flat = bay.charger and rng.random() < 0.7
        permit = bay.accessible and rng.random() < 0.7
        bays.append(bay)
        cars.append(Car(size, flat, permit))
    rng.shuffle(cars)
    return bays, cars


class ParkingEnvironment(Environment[ParkingAction, ParkingObservation, ParkingState]):
    """A shift at the car park."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ParkingState()
        self._bays: list[Bay] = []
        self._queue: list[Car] = []

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> ParkingObservation:
        """Open the car park.

        Args:
            seed: chooses the shift; None for a random one.
            episode_id: id of the episode; None for a random one.
            **kwargs: ignored.
        """
        rng = random.Random() if seed is None else random.Random(f"parking {seed}")
        self._bays, self._queue = shift(rng)
        self._state = ParkingState(episode_id=episode_id or str(uuid.uuid4()))
        return self._see("the shift begins", None)

    def step(
        self, action: ParkingAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ParkingObservation:
        """Send the next car to a bay."""
        if not self._queue:
            return self._see("the shift is over", 0.0)
        self._state.step_count += 1
        car = self._queue.pop(0)
        if not 1 <= action.bay <= BAYS:
            return self._see("turned away", 0.0)
        bay = self._bays[action.bay - 1]
        if bay.car is not None or not bay.suits(car):
            return self._see("the car drove off", 0.0)
        bay.car = car
        self._state.parked += 1
        return self._see(f"parked at {action.bay}", 1 / BAYS)

    @property
    def state(self) -> ParkingState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _see(self, said: str, reward: float | None) -> ParkingObservation:
        return ParkingObservation(
            bays=[f"{number}: {bay}" for number, bay in enumerate(self._bays, 1)],
            queue=[str(car) for car in self._queue],
            said=said,
            parked=self._state.parked,
            reward=reward,
            done=not self._queue,
        )
