"""A florist's counter."""

from __future__ import annotations

import random
import uuid
from dataclasses import asdict
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..catalogue import FLOWERS, SIZES, Brief, draw, price, score, wishes
    from ..models import BouquetAction, BouquetObservation, BouquetState
except ImportError:
    from catalogue import FLOWERS, SIZES, Brief, draw, price, score, wishes
    from models import BouquetAction, BouquetObservation, BouquetState

STEPS = 24


class BouquetEnvironment(Environment[BouquetAction, BouquetObservation, BouquetState]):
    """Compose a bouquet to a brief."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = BouquetState()
        self._brief: Brief | None = None
        self._bouquet: dict[str, int] = {}
        self._score = 0.0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        size: str | None = None,
        **kwargs: Any,
    ) -> BouquetObservation:
        """A customer comes in."""
        size = "small" if size is None else size
        if size not in SIZES:
            raise ValueError(f"size must be one of {', '.join(SIZES)}, not {size!r}")
        rng = random.Random() if seed is None else random.Random(f"florist {size} {seed}")
        self._brief = draw(rng, size)
        self._bouquet = {}
        self._score = 0.0
        self._done = False
        self._state = BouquetState(episode_id=episode_id or str(uuid.uuid4()), size=size)
        return self._seen("", None)

    def step(
        self, action: BouquetAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BouquetObservation:
        """Add, remove or finish."""
        if self._done or self._brief is None:
            return BouquetObservation(done=True, reward=0.0, note="the customer has left")
        self._state.step_count += 1
        command, flower = action.command.strip().lower(), action.flower.strip().lower()
        note = ""
        if command == "finish":
            self._done = True
        elif not self._change(command, flower, action.count):
            note = "refused"
        now = score(self._brief, self._bouquet)
        reward = now - self._score
        self._score = now
        self._done = self._done or self._state.step_count >= STEPS
        return self._seen(note, reward)

    @property
    def state(self) -> BouquetState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _change(self, command: str, flower: str, count: int) -> bool:
        if command not in ("add", "remove") or flower not in FLOWERS or self._brief is None:
            return False
        after = dict(self._bouquet)
        after[flower] = after.get(flower, 0) + (count if command == "add" else -count)
        if after[flower] < 0 or (command == "add" and price(after) > self._brief.budget):
            return False
        self._bouquet = {f: n for f, n in after.items() if n}
        return True

    def _seen(self, note: str, reward: float | None) -> BouquetObservation:
        assert self._brief is not None
        return BouquetObservation(
            brief=asdict(self._brief),
            catalogue=[f"{f}: {c}, {p}" for f, (c, p) in FLOWERS.items()],
            bouquet=dict(self._bouquet),
            spent=price(self._bouquet),
            wishes=wishes(self._brief, self._bouquet),
            note=note,
            reward=reward,
            done=self._done,
        )
