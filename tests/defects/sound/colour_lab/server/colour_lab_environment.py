"""Mix a colour from whole parts."""

from __future__ import annotations

import random
import uuid
from fractions import Fraction
from itertools import product
from typing import Any

from openenv.core.env_server.interfaces import Environment

from ..models import LabObservation, LabState, MixAction

ROOM, ACTIONS, FAR = 12, 16, Fraction(765)
FOR_PROGRESS, FOR_COLOUR = Fraction(1, 5), Fraction(4, 5)
NAMES = ("ochre", "rust", "teal", "lilac", "moss", "slate")


def mixture(pigments: dict[str, list[int]], jar: dict[str, int]) -> list[Fraction]:
    """The colour of a jar that is not empty."""
    total = sum(jar.values())
    return [Fraction(sum(n * pigments[p][c] for p, n in jar.items()), total) for c in range(3)]


def distance(one: list[Fraction], other: list[Fraction]) -> Fraction:
    """The sum of the differences in red, green and blue."""
    return sum((abs(a - b) for a, b in zip(one, other, strict=True)), Fraction(0))


class ColourLabEnvironment(Environment[MixAction, LabObservation, LabState]):
    """One colour per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = LabState()
        self._pigments: dict[str, list[int]] = {}
        self._jar: dict[str, int] = {}
        self._recipe: dict[str, int] = {}
        self._target: list[Fraction] = []
        self._best = FAR
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> LabObservation:
        """A new target."""
        rng = random.Random() if seed is None else random.Random(f"colour {seed}")
        names = rng.sample(NAMES, 4)
        while True:
            self._pigments = {p: [17 * rng.randint(0, 15) for _ in range(3)] for p in names}
            self._recipe = {p: rng.randint(0, 3) for p in names}
            if sum(n > 0 for n in self._recipe.values()) < 3:
                continue
            self._target = mixture(self._pigments, self._recipe)
            few = [jar for jar in product((0, 1), repeat=4) if any(jar)]
            plain = (mixture(self._pigments, dict(zip(names, jar, strict=True))) for jar in few)
            if self._target not in list(plain):
                break
        self._jar, self._best, self._done = dict.fromkeys(names, 0), FAR, False
        self._state = LabState(episode_id=episode_id or str(uuid.uuid4()))
        return self._bench("", None)

    def step(
        self, action: MixAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LabObservation:
        """Work at the bench."""
        if self._done:
            return LabObservation(done=True, reward=0.0, note="the lab is closed")
        self._state.step_count += 1
        note, reward = "", Fraction(0)
        if action.do == "rinse":
            self._jar = dict.fromkeys(self._jar, 0)
        elif action.do == "hand_in":
            self._done = True
            reward += FOR_COLOUR * (self._now() == 0)
        elif action.pigment not in self._jar or action.parts < 1:
            note = "add takes a pigment of the bench and a number of parts"
        elif sum(self._jar.values()) + action.parts > ROOM:
            note = "the jar is too small"
        else:
            self._jar[action.pigment] += action.parts
        now = self._now()
        if now < self._best:
            reward += FOR_PROGRESS * (self._best - now) / FAR
            self._best = now
        self._done = self._done or self._state.step_count >= ACTIONS
        return self._bench(note, float(reward))

    def _now(self) -> Fraction:
        if not any(self._jar.values()):
            return FAR
        return distance(mixture(self._pigments, self._jar), self._target)

    @property
    def state(self) -> LabState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _bench(self, note: str, reward: float | None) -> LabObservation:
        parts = sum(self._recipe.values())
        return LabObservation(
            pigments={name: list(colour) for name, colour in self._pigments.items()},
            target=[int(part * parts) for part in self._target],
            target_parts=parts,
            jar=dict(self._jar),
            distance=round(float(self._now()), 3),
            actions_left=ACTIONS - self._state.step_count,
            note=note,
            reward=reward,
            done=self._done,
        )
