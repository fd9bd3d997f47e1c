"""Trials with an oven."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import OvenTuneAction, OvenTuneObservation
    from ..oven import RANGES, Oven, judge
except ImportError:
    from models import OvenTuneAction, OvenTuneObservation
    from oven import RANGES, Oven, judge

TRIALS = 8
GAIN = re.compile(r"(kp|ki|kd)\s*=\s*([0-9]{1,3}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})")


def parse(message: str) -> dict[str, float] | None:
    """The gains in a message, or None."""
    rest = GAIN.sub(" ", message.lower())
    found = GAIN.findall(message.lower())
    if not found or rest.strip(" ,;\n\t") or len({name for name, _ in found}) < len(found):
        return None
    gains = {"kp": 0.0, "ki": 0.0, "kd": 0.0} | {name: float(value) for name, value in found}
    return gains if max(gains.values()) <= 100 else None


class OvenTuneEnvironment(Environment[OvenTuneAction, OvenTuneObservation, State]):
    """Find gains that work."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._info = State()
        self._oven: Oven | None = None
        self._left = 0

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        size: str | None = None,
        **kwargs: Any,
    ) -> OvenTuneObservation:
        """Install an oven."""
        size = "small" if size is None else size
        if size not in RANGES:
            raise ValueError(f"size must be small or large, not {size!r}")
        rng = random.Random() if seed is None else random.Random(f"oven {size} {seed}")
        self._oven, self._left = Oven(rng, size), TRIALS
        self._info = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return OvenTuneObservation(
            text=f"A {size} oven. Target 180 °C.", trials_left=TRIALS, done=False, reward=None
        )

    def step(
        self, action: OvenTuneAction, timeout_s: float | None = None, **kwargs: Any
    ) -> OvenTuneObservation:
        """Run a trial."""
        if self._oven is None or self._left <= 0:
            return OvenTuneObservation(text="The session is over.", done=True, reward=0.0)
        self._info.step_count += 1
        if action.message.strip().lower() == "stop":
            self._left = 0
            return OvenTuneObservation(text="Stopped.", done=True, reward=0.0)
        self._left -= 1
        gains = parse(action.message)
        if gains is None:
            return OvenTuneObservation(
                text="Not understood.", trials_left=self._left, done=self._left == 0, reward=0.0
            )
        temperatures = self._oven.run(**gains)
        overshoot, settled, ripple = judge(temperatures)
        good = overshoot <= 2 and settled is not None and settled <= 400 and ripple <= 1
        if good:
            self._left = 0
        return OvenTuneObservation(
            text="Within limits." if good else "Not within limits.",
            trials_left=self._left,
            trace=[round(t, 1) for t in temperatures[29::30]],
            overshoot=round(overshoot, 2),
            settled=settled,
            ripple=round(ripple, 2),
            done=self._left == 0,
            reward=float(good),
        )

    @property
    def state(self) -> State:
        """Id and count."""
        return self._info.model_copy()
