"""Reading ledgers and booking a tour."""

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import HutAction, HutObservation, Stay
    from ..registry import HUTS, STARTS, Registry, draw_registry
except ImportError:
    from models import HutAction, HutObservation, Stay
    from registry import HUTS, STARTS, Registry, draw_registry


class HutEnvironment(Environment[HutAction, HutObservation, State]):
    """Find the only start of a tour on which every hut has room."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._registry: Registry | None = None
        self._party = 0
        self._right = 0
        self._ledgers: list[Stay] = []
        self._done = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> HutObservation:
        """Draw a tour and its ledgers."""
        level = 1 if level is None else level
        if level not in HUTS:
            raise ValueError(f"level must be one of {sorted(HUTS)}")
        if seed is None:
            seed = random.SystemRandom().getrandbits(63)
        rng = random.Random(f"huts {level} {seed}")
        self._party = rng.randint(4, 12)
        self._registry = draw_registry(rng, level, self._party)
        self._right = self._registry.first_start(self._party)
        self._registry.pages = 0
        self._ledgers = []
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._seen("The registry is open.")

    def step(
        self, action: HutAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HutObservation:
        """Read a ledger, or book."""
        if self._registry is None:
            raise RuntimeError("call reset() before step()")
        if self._done:
            return self._seen("The registry is closed.", 0.0)
        self._state.step_count += 1
        reward = 0.0
        if action.tool == "book":
            self._done = True
            reward = float(action.start == self._right)
            note = "Booked. Have a good tour!" if reward else "Some hut has no room on that tour."
        elif not 1 <= action.hut <= len(self._registry.names):
            note = "There is no such hut on the tour."
        elif action.hut in {stay.hut for stay in self._ledgers}:
            note = "That ledger has been read."
        else:
            self._ledgers.append(
                Stay(
                    hut=action.hut,
                    name=self._registry.names[action.hut - 1],
                    free_beds=self._registry.ledger(action.hut),
                )
            )
            note = "Read."
        self._done = self._done or self._state.step_count > len(self._registry.names)
        return self._seen(note, reward)

    def _seen(self, note: str, reward: float | None = None) -> HutObservation:
        return HutObservation(
            huts=self._registry.names,
            party=self._party,
            last_start=STARTS,
            ledgers=list(self._ledgers),
            pages_read=self._registry.pages,
            steps_left=len(self._registry.names) + 1 - self._state.step_count,
            note=note,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The id of the episode and the number of steps."""
        return self._state.model_copy()
