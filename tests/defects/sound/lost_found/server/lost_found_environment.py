"""Give lost things to their owners."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import LostFoundAction, LostFoundObservation, LostFoundState
    from ..things import DETAILS, SIZES, Thing, make_case
except ImportError:
    from models import LostFoundAction, LostFoundObservation, LostFoundState
    from things import DETAILS, SIZES, Thing, make_case

SENTENCES = 8
GIVE = re.compile(r"give\s+#?([0-9]{1,3})")


class LostFoundEnvironment(Environment[LostFoundAction, LostFoundObservation, LostFoundState]):
    """One person at the desk."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = LostFoundState()
        self._shelf: list[Thing] = []
        self._lost: Thing = {}
        self._number = 0
        self._talk: list[str] = []
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        shelf: str | None = None,
        **kwargs: Any,
    ) -> LostFoundObservation:
        """Somebody comes. Raises ValueError if there is no such shelf."""
        shelf = "small" if shelf is None else shelf
        if shelf not in tuple(SIZES):
            raise ValueError(f"shelf must be small or large, not {shelf!r}")
        rng = random.Random() if seed is None else random.Random(f"desk {shelf} {seed}")
        self._shelf, self._lost, self._number = make_case(rng, shelf)
        self._talk = [f"Person: I lost my {self._lost['kind']}."]
        self._done = False
        self._state = LostFoundState(episode_id=episode_id or str(uuid.uuid4()), shelf=shelf)
        return self._observation(None)

    def step(
        self, action: LostFoundAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LostFoundObservation:
        """Say something."""
        if self._done:
            return LostFoundObservation(done=True, reward=0.0, talk=["The desk is closed."])
        self._state.step_count += 1
        say, reward = action.say.strip().lower(), 0.0
        self._talk.append(f"Clerk: {action.say.strip()}")
        verb, _, rest = say.partition(" ")
        if verb == "ask" and rest.strip() in DETAILS:
            detail = rest.strip()
            self._talk.append(f"Person: {detail}: {self._lost[detail]}")
        elif say == "refuse":
            reward, self._done = float(self._number == 0), True
        elif (match := GIVE.fullmatch(say)) and 1 <= int(match[1]) <= len(self._shelf):
            reward, self._done = float(int(match[1]) == self._number), True
        else:
            self._talk.append("Person: I do not understand.")
        self._done = self._done or self._state.step_count >= SENTENCES
        return self._observation(reward)

    @property
    def state(self) -> LostFoundState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, reward: float | None) -> LostFoundObservation:
        return LostFoundObservation(
            shelf=[
                f"{number}: {', '.join(thing.values())}"
                for number, thing in enumerate(self._shelf, start=1)
            ],
            talk=list(self._talk),
            reward=reward,
            done=self._done,
        )
