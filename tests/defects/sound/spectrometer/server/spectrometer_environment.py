"""Identify a substance by its spectral lines."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import SpectrometerAction, SpectrometerObservation, SpectrometerState
except ImportError:
    from models import SpectrometerAction, SpectrometerObservation, SpectrometerState

SUBSTANCES = [
    "arvite",
    "boline",
    "cerasite",
    "dulmine",
    "eskaril",
    "fornite",
    "galdine",
    "hespar",
    "irolite",
    "jandine",
    "kelvar",
    "lomite",
    "mirasine",
    "nolvite",
    "orbane",
    "pelline",
    "quorite",
    "rastane",
    "selmine",
    "tavorite",
    "umbrane",
    "velline",
    "wexite",
    "zorane",
]
SLOTS = tuple(range(406, 694, 12))
WINDOW = 60
SCANS = 6
STEPS = 10


def library() -> dict[str, list[int]]:
    """Lines of all substances; no two have the same."""
    rng, taken = Random("shelf of the laboratory"), set()
    lines: dict[str, list[int]] = {}
    for name in SUBSTANCES:
        chosen = tuple(sorted(rng.sample(SLOTS, 4)))
        while chosen in taken:
            chosen = tuple(sorted(rng.sample(SLOTS, 4)))
        taken.add(chosen)
        lines[name] = list(chosen)
    return lines


class SpectrometerEnvironment(
    Environment[SpectrometerAction, SpectrometerObservation, SpectrometerState]
):
    """A badly calibrated instrument and an unknown sample."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = SpectrometerState()
        self._rng = Random()
        self._candidates: dict[str, list[int]] = {}
        self._sample = ""
        self._peaks: dict[int, int] = {}
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> SpectrometerObservation:
        """Put a new sample on the bench."""
        self._rng = rng = Random() if seed is None else Random(f"sample {seed}")
        lines = library()
        self._sample = rng.choice(SUBSTANCES)
        others = rng.sample([name for name in SUBSTANCES if name != self._sample], 7)
        names = [self._sample, *others]
        rng.shuffle(names)
        self._candidates = {name: lines[name] for name in names}
        shift = rng.choice((-4, -2, 0, 2, 4))
        self._peaks = {line + shift: rng.randint(50, 200) for line in lines[self._sample]}
        self._done = False
        self._state = SpectrometerState(episode_id=episode_id or str(uuid.uuid4()))
        return self._show({}, "sample ready", None)

    def step(
        self, action: SpectrometerAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SpectrometerObservation:
        """Scan, or identify."""
        if self._done:
            return self._show({}, "the sample is gone", 0.0)
        self._state.step_count += 1
        command, counts, note, reward = action.command.strip().lower(), {}, "", 0.0
        if command == "identify":
            self._done = True
            reward = float(action.substance.strip().lower() == self._sample)
            note = "right" if reward else "wrong"
        elif command == "scan" and self._state.scans < SCANS:
            self._state.scans += 1
            start = action.start - action.start % 2
            for nm in range(start, start + WINDOW, 2):
                counts[nm] = self._peaks.get(nm, 0) + self._rng.randint(0, 12)
            note = f"scan from {start} nm"
        else:
            note = "refused"
        self._done = self._done or self._state.step_count >= STEPS
        return self._show(counts, note, reward)

    @property
    def state(self) -> SpectrometerState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _show(
        self, counts: dict[int, int], note: str, reward: float | None
    ) -> SpectrometerObservation:
        return SpectrometerObservation(
            candidates={name: list(lines) for name, lines in self._candidates.items()},
            counts=counts,
            scans_left=SCANS - self._state.scans,
            note=note,
            reward=reward,
            done=self._done,
        )
