"""Sort parcels into chutes."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..day import CHUTES, PARCELS, Parcel, chute_of, make_parcels, make_rules
    from ..models import Label, ParcelLineAction, ParcelLineObservation, ParcelLineState, Rule
except ImportError:
    from day import CHUTES, PARCELS, Parcel, chute_of, make_parcels, make_rules
    from models import Label, ParcelLineAction, ParcelLineObservation, ParcelLineState, Rule

LEVELS = ("easy", "hard")
STEPS = 60


class ParcelLineEnvironment(Environment[ParcelLineAction, ParcelLineObservation, ParcelLineState]):
    """A belt, four chutes and the rules of the day."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ParcelLineState()
        self._rules: list[tuple[str, int, int, str]] = []
        self._belt: list[Parcel] = []
        self._scanned = False
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: str | None = None,
        **kwargs: Any,
    ) -> ParcelLineObservation:
        """Start a day. Raises ValueError if there is no such level."""
        level = "easy" if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be easy or hard, not {level!r}")
        rng = random.Random() if seed is None else random.Random(f"line {seed}")
        self._rules = make_rules(rng)
        self._belt = make_parcels(rng, level)
        self._scanned = False
        self._done = False
        self._state = ParcelLineState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return self._observation("", None)

    def step(
        self, action: ParcelLineAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ParcelLineObservation:
        """Sort or scan the parcel at the front."""
        if self._done:
            return ParcelLineObservation(done=True, reward=0.0, note="the day is over")
        self._state.step_count += 1
        command, chute = action.command.strip().lower(), action.chute.strip().upper()
        front, reward, note = self._belt[0], 0.0, "refused"
        if command == "sort" and chute in CHUTES:
            if chute == chute_of(front, self._rules):
                reward, note = 1 / PARCELS, "right chute"
            else:
                note = "wrong chute"
            self._next()
        elif command == "scan" and front.smudged and not self._scanned:
            self._scanned, note = True, "scanned"
        self._done = not self._belt or self._state.step_count >= STEPS
        return self._observation(note, reward)

    @property
    def state(self) -> ParcelLineState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _next(self) -> None:
        self._belt.pop(0)
        self._scanned = False

    def _observation(self, note: str, reward: float | None) -> ParcelLineObservation:
        label = None
        if self._belt:
            front = self._belt[0]
            hidden = front.smudged and not self._scanned
            label = Label(
                postcode="?????" if hidden else front.postcode, grams=front.grams, mark=front.mark
            )
        return ParcelLineObservation(
            rules=[Rule(kind=k, low=low, high=high, chute=c) for k, low, high, c in self._rules],
            parcel=label,
            waiting=len(self._belt),
            note=note,
            reward=reward,
            done=self._done,
        )
