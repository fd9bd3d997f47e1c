"""Translate numerals."""

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import NumeralAction, NumeralObservation, NumeralState
    from ..numerals import MODES, SPLITS, SYSTEMS, number
except ImportError:
    from models import NumeralAction, NumeralObservation, NumeralState
    from numerals import MODES, SPLITS, SYSTEMS, number


class NumeralTranslatorEnvironment(Environment[NumeralAction, NumeralObservation, NumeralState]):
    """One numeral, one answer."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = NumeralState()
        self._answer = ""
        self._task_id = ""
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        mode: str | None = None,
        **kwargs: Any,
    ) -> NumeralObservation:
        """Draw a numeral."""
        split = "train" if split is None else split
        mode = "read" if mode is None else mode
        if split not in SPLITS:
            raise ValueError(f"split must be train or test, not {split!r}")
        if mode not in MODES:
            raise ValueError(f"mode must be read or write, not {mode!r}")
        rng = random.Random() if seed is None else random.Random(f"numeral {split} {seed}")
        index = rng.randrange(SPLITS[split])
        system = rng.choice(list(SYSTEMS))
        value = number(split, index)
        if mode == "read":
            self._answer = str(value)
            prompt = f"Write the {system} numeral {SYSTEMS[system](value)} in decimal."
        else:
            self._answer = SYSTEMS["Roman"](value)
            source = "decimal" if system == "Roman" else system
            shown = str(value) if system == "Roman" else SYSTEMS[system](value)
            prompt = f"Write the {source} numeral {shown} as a Roman numeral."
        self._task_id = f"{mode}-{split}-{index:04d}"
        self._done = False
        self._state = NumeralState(
            episode_id=episode_id or str(uuid.uuid4()), split=split, mode=mode
        )
        return NumeralObservation(task_id=self._task_id, prompt=prompt)

    def step(
        self, action: NumeralAction, timeout_s: float | None = None, **kwargs: Any
    ) -> NumeralObservation:
        """Check the answer."""
        if self._done:
            return NumeralObservation(done=True, reward=0.0, verdict="the task is over")
        self._done = True
        self._state.step_count += 1
        right = action.answer.strip().upper() == self._answer
        return NumeralObservation(
            task_id=self._task_id,
            verdict="right" if right else "wrong",
            reward=float(right),
            done=True,
        )

    @property
    def state(self) -> NumeralState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)
