"""Pick the largest of several sums: more of them, and longer ones, at each level."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

OPTIONS = {1: 2, 2: 4, 3: 8}
TRIES = 3


class LadderAction(Action):
    """An option."""

    choice: int = Field(ge=0, le=7, description="the number of the option, from 0")


class LadderObservation(Observation):
    """The options."""

    level: int = 1
    options: list[str] = Field(default_factory=list)
    feedback: str = ""


class LadderEnvironment(Environment[LadderAction, LadderObservation, State]):
    """reset(level=1..3) chooses the level; without it the seed does."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._sums: list[tuple[int, ...]] = []
        self._level = 1
        self._over = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **options: Any,
    ) -> LadderObservation:
        """Draw the sums."""
        rng = random.Random(seed)
        self._level = level if level in OPTIONS else rng.choice(tuple(OPTIONS))
        sums: dict[int, tuple[int, ...]] = {}
        while len(sums) < OPTIONS[self._level]:
            terms = tuple(rng.randint(2, 99) for _ in range(self._level + 1))
            sums.setdefault(sum(terms), terms)
        self._sums = list(sums.values())
        rng.shuffle(self._sums)
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("Which is the largest?", None)

    def step(
        self, action: LadderAction, timeout_s: float | None = None, **options: Any
    ) -> LadderObservation:
        """Grade a choice."""
        if not self._sums:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe("The question is answered: call reset().", 0.0)
        self._state.step_count += 1
        if action.choice >= len(self._sums):
            self._over = self._state.step_count >= TRIES
            return self._observe("There is no such option.", 0.0)
        self._over = True
        values = [sum(terms) for terms in self._sums]
        right = action.choice == values.index(max(values))
        return self._observe("Right." if right else "Wrong.", 1.0 if right else 0.0)

    def _observe(self, feedback: str, reward: float | None) -> LadderObservation:
        return LadderObservation(
            level=self._level,
            options=[" + ".join(map(str, terms)) for terms in self._sums],
            feedback=feedback,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()
