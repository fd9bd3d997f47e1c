"""A cruise, from the departure to the report."""

import uuid
from random import SystemRandom
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import CruiseAction, CruiseObservation, CruiseState, Tow
    from ..sea import LEVELS, Cruise, cost_of, draw_cruise, worth
except ImportError:  # started inside the folder
    from models import CruiseAction, CruiseObservation, CruiseState, Tow
    from sea import LEVELS, Cruise, cost_of, draw_cruise, worth

MAX_STEPS = 30


class PlanktonCruiseEnvironment(Environment[CruiseAction, CruiseObservation, CruiseState]):
    """Find the densest plankton. `reset(seed=..., level=1..3)`."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = CruiseState()
        self._cruise: Cruise | None = None
        self._position = 0.0
        self._hours = 0.0
        self._tows: list[tuple[float, int]] = []
        self._done = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> CruiseObservation:
        """Leave the harbour; further options are ignored."""
        if level not in LEVELS:
            raise ValueError(f"level must be one of {list(LEVELS)}")
        if seed is None:
            seed = SystemRandom().getrandbits(63)
        self._cruise = draw_cruise(seed, level)
        self._position = 0.0
        self._hours = self._cruise.hours
        self._tows = []
        self._done = False
        self._state = CruiseState(
            episode_id=episode_id or str(uuid.uuid4()), step_count=0, level=level
        )
        return self._observe("The ship leaves the harbour at mile 0.")

    def step(
        self, action: CruiseAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CruiseObservation:
        """Tow, or report."""
        action = CruiseAction.model_validate(action.model_dump(warnings=False))
        if self._cruise is None:
            return CruiseObservation(done=True, reward=0.0, message="Call reset first.")
        if self._done:
            return self._observe("The cruise is over.", 0.0)
        self._state.step_count += 1
        self._done = self._state.step_count >= MAX_STEPS
        if action.kind == "report":
            self._done = True
            reward = worth(abs(action.mile - self._cruise.densest))
            return self._observe(f"Reported mile {action.mile:g}.", reward)
        cost = cost_of(self._position, action.mile)
        if cost > self._hours + 1e-9:
            return self._observe("There is not enough time for that tow.", 0.0)
        self._hours = max(0.0, self._hours - cost)
        self._position = action.mile
        self._tows.append((action.mile, self._cruise.haul(action.mile)))
        return self._observe(f"Towed at mile {action.mile:g}.", 0.0)

    @property
    def state(self) -> CruiseState:
        return self._state.model_copy(deep=True)

    def _observe(self, message: str, reward: float | None = None) -> CruiseObservation:
        cruise = self._cruise
        assert cruise is not None
        return CruiseObservation(
            level=cruise.level,
            patch_miles=cruise.patches[0].width,
            bridge_log=dict(cruise.bridge_log),
            position=self._position,
            hours_left=round(self._hours, 3),
            tows=[Tow(mile=mile, count=count) for mile, count in self._tows],
            steps_left=MAX_STEPS - self._state.step_count,
            message=message,
            done=self._done,
            reward=reward,
        )
