"""One watch: looks from the towers, then a report."""

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import FireWatchAction, FireWatchObservation
    from ..terrain import DEGREES, HAZE, Forest, bearing, draw_forest, quality
except ImportError:
    from models import FireWatchAction, FireWatchObservation
    from terrain import DEGREES, HAZE, Forest, bearing, draw_forest, quality

LOOKS = 6
LOOK_COST = 0.02
MAX_STEPS = 12


class FireWatchEnvironment(Environment[FireWatchAction, FireWatchObservation, State]):
    """Find a fire by its bearings."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=None, step_count=0)
        self._forest: Forest | None = None
        self._bearings: list[dict] = []
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        season: str | None = None,
        **kwargs: Any,
    ) -> FireWatchObservation:
        """Begin a watch; unknown levels and seasons count as not given."""
        level = level if level in DEGREES else 1
        season = season if season in HAZE else None
        seed = random.SystemRandom().getrandbits(63) if seed is None else seed
        self._forest = draw_forest(seed, level, season)
        self._bearings = []
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe("Smoke was seen.", None)

    def step(
        self, action: FireWatchAction, timeout_s: float | None = None, **kwargs: Any
    ) -> FireWatchObservation:
        """One look, or the report."""
        if self._forest is None or self._done:
            return FireWatchObservation(
                message="No watch is on: reset first.", done=True, reward=0.0
            )
        self._state.step_count += 1
        if action.kind == "report":
            self._done = True
            return self._observe(
                "The crew is on its way.", quality(self._forest, action.x, action.y)
            )
        self._done = self._state.step_count >= MAX_STEPS
        if len(self._bearings) == LOOKS:
            return self._observe("No look is left: report the fire.", 0.0)
        tower = str(action.tower)
        self._bearings.append({"tower": action.tower, "degrees": bearing(self._forest, tower)})
        return self._observe(f"Tower {tower} sent a bearing.", -LOOK_COST)

    def _observe(self, message: str, reward: float | None) -> FireWatchObservation:
        assert self._forest is not None
        return FireWatchObservation(
            towers={name: list(place) for name, place in self._forest.towers.items()},
            bearings=[dict(look) for look in self._bearings],
            season=self._forest.season,
            uncertainty=self._forest.uncertainty,
            looks_left=LOOKS - len(self._bearings),
            message=message,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """Episode id and step count."""
        return self._state
