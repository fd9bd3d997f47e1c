"""Tune a violin by ear, with little patience."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import ViolinTuningAction, ViolinTuningObservation, ViolinTuningState
    from ..violin import STRINGS, Violin
except ImportError:
    from models import ViolinTuningAction, ViolinTuningObservation, ViolinTuningState
    from violin import STRINGS, Violin

PATIENCE = 12


class ViolinTuningEnvironment(
    Environment[ViolinTuningAction, ViolinTuningObservation, ViolinTuningState]
):
    """Bring four strings within five cents."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ViolinTuningState()
        self._violin: Violin | None = None
        self._log: list[str] = []
        self._patience = 0
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> ViolinTuningObservation:
        """Take a violin out of its case.

        Args:
            seed: decides the errors and the noise; None for a random violin.
            episode_id: id of the episode; None for a random one.
            **kwargs: ignored.
        """
        rng = random.Random() if seed is None else random.Random(f"violin {seed}")
        self._violin = Violin(rng)
        self._log = []
        self._patience = PATIENCE
        self._done = False
        self._state = ViolinTuningState(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation("", 0.0, "", None)

    def step(
        self, action: ViolinTuningAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ViolinTuningObservation:
        """Listen, turn or finish."""
        if self._done or self._violin is None:
            return ViolinTuningObservation(done=True, reward=0.0, note="the game is over")
        self._state.step_count += 1
        command = action.command.strip().lower()
        string = action.string.strip().upper()
        heard, beat, note = "", 0.0, ""
        if command == "finish":
            self._done = True
        else:
            self._patience -= 1
            if command in ("listen", "turn") and string in STRINGS:
                cents = action.cents if command == "turn" else 0.0
                self._violin.turn(string, cents)
                heard, beat = string, self._violin.beat(string)
                self._log.append(f"{command} {string} {cents:g} {beat:g}")
            else:
                note = "refused"
            self._done = self._patience == 0
        reward = float(self._done and self._violin.tuned())
        return self._observation(heard, beat, note, reward)

    @property
    def state(self) -> ViolinTuningState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(
        self, heard: str, beat: float, note: str, reward: float | None
    ) -> ViolinTuningObservation:
        assert self._violin is not None
        return ViolinTuningObservation(
            heard=heard,
            beat=beat,
            torque=self._violin.torque(),
            patience=self._patience,
            log=list(self._log),
            note=note,
            reward=reward,
            done=self._done,
        )
