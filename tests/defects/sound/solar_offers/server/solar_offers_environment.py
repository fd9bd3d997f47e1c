"""One roof, six estimates, one answer."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server import Environment, State

try:
    from ..models import OfferAction, OfferObservation
    from ..yield_model import draw_offers, draw_roof, read_answer
except ImportError:  # started inside the folder
    from models import OfferAction, OfferObservation
    from yield_model import draw_offers, draw_roof, read_answer


class SolarOffersEnvironment(Environment[OfferAction, OfferObservation, State]):
    """Which estimate is right? `reset(level=1|2)` sets how many factors matter."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=None, step_count=0)
        self._roof = ""
        self._offers: dict[str, int] = {}
        self._right = ""
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> OfferObservation:
        """Draw a roof and the estimates."""
        level = 2 if level == 2 else 1
        rng = random.Random() if seed is None else random.Random(f"solar/{seed}/{level}")
        roof = draw_roof(rng, level)
        self._offers, self._right = draw_offers(rng, roof)
        self._roof = roof.text()
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return OfferObservation(roof=self._roof, offers=dict(self._offers))

    def step(
        self, action: OfferAction, timeout_s: float | None = None, **kwargs: Any
    ) -> OfferObservation:
        """Compare the answer with the right letter; the episode is over."""
        if self._done:
            return OfferObservation(result="the episode is over", done=True, reward=0.0)
        self._done = True
        self._state.step_count += 1
        letter = read_answer(action.answer)
        result = "unreadable" if not letter else "right" if letter == self._right else "wrong"
        return OfferObservation(
            roof=self._roof,
            offers=dict(self._offers),
            result=result,
            done=True,
            reward=float(result == "right"),
        )

    @property
    def state(self) -> State:
        """The id and the step count of the episode."""
        return self._state.model_copy()
