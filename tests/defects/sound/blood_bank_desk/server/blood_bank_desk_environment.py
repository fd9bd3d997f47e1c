"""Allocate blood units to requests."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import BloodAction, BloodObservation, BloodState, Request, Unit
except ImportError:
    from models import BloodAction, BloodObservation, BloodState, Request, Unit

LEVELS = {"small": 4, "large": 8}
GROUPS = ("O-", "O+", "A-", "A+", "B-", "B+", "AB-", "AB+")
AGES = (7, 14, 21, 35)


def compatible(donor: str, patient: str) -> bool:
    """Whether red cells of the donor group suit the patient."""
    antigens = set(donor[:-1]) - {"O"}
    return antigens <= set(patient[:-1]) and (donor[-1] == "-" or patient[-1] == "+")


def generate(rng: random.Random, size: int) -> tuple[list[Unit], list[Request]]:
    """A fridge and requests that can all be filled."""
    requests, drafts = [], []
    for number in range(size):
        patient, limit = rng.choice(GROUPS), rng.choice(AGES)
        donor = rng.choice([group for group in GROUPS if compatible(group, patient)])
        requests.append(Request(id=f"R{number + 1}", group=patient, max_age=limit))
        drafts.append((donor, rng.randint(1, limit)))
    for _ in range(size // 2):
        drafts.append((rng.choice(GROUPS), rng.randint(36, 42)))
    rng.shuffle(drafts)
    stock = [Unit(id=f"U{n + 1}", group=group, age=age) for n, (group, age) in enumerate(drafts)]
    return stock, requests


class BloodBankEnvironment(Environment[BloodAction, BloodObservation, BloodState]):
    """The desk."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = BloodState()
        self._stock: list[Unit] = []
        self._requests: list[Request] = []
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> BloodObservation:
        """Open the desk; `level` is small or large."""
        level = "small" if level is None else level
        if level not in tuple(LEVELS):
            raise ValueError(f"level must be one of {', '.join(LEVELS)}")
        rng = random.Random() if seed is None else random.Random(f"blood {level} {seed}")
        self._stock, self._requests = generate(rng, LEVELS[level])
        self._done = False
        self._state = BloodState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observation("", None)

    def step(
        self, action: BloodAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BloodObservation:
        """Give a unit, or close."""
        if self._done:
            return BloodObservation(done=True, reward=0.0, note="the desk is closed")
        self._state.step_count += 1
        verb, note, reward = action.verb.strip().lower(), "", 0.0
        if verb == "close":
            self._done = True
        elif verb == "give":
            note = self._give(action.unit.strip().upper(), action.request.strip().upper())
            if not note:
                self._state.filled += 1
                reward = 1.0 / len(self._requests)
        else:
            note = "unknown verb"
        if all(request.filled for request in self._requests):
            self._done = True
        if self._state.step_count >= 2 * len(self._requests):
            self._done = True
        return self._observation(note, reward)

    def _give(self, unit_id: str, request_id: str) -> str:
        unit = next((u for u in self._stock if u.id == unit_id), None)
        request = next((r for r in self._requests if r.id == request_id), None)
        if unit is None:
            return "no such unit in the fridge"
        if request is None:
            return "no such request"
        if request.filled:
            return "request is filled already"
        if not compatible(unit.group, request.group):
            return "groups do not match"
        if unit.age > request.max_age:
            return "unit is too old for this request"
        request.filled = True
        self._stock.remove(unit)
        return ""

    @property
    def state(self) -> BloodState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, note: str, reward: float | None) -> BloodObservation:
        return BloodObservation(
            stock=[unit.model_copy() for unit in self._stock],
            requests=[request.model_copy() for request in self._requests],
            note=note,
            reward=reward,
            done=self._done,
        )
