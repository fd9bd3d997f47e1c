"""A day on the quay: load the ferry crate by crate, then sail."""

from __future__ import annotations

import secrets
import uuid
from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..models import BayCard, CrateCard, FerryAction, FerryObservation
from ..stowage import BAYS, NUMBER_OF_CRATES, Bay, Crate, best_stowage, draw_crates, earnings

SPARE_ORDERS = 4


class FerryLoaderEnvironment(Environment[FerryAction, FerryObservation, State]):
    """`reset(seed, level=1..3, insured=False)`; other options are ignored."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._crates: tuple[Crate, ...] = ()
        self._bays: tuple[Bay, ...] = ()
        self._stacks: list[list[Crate]] = []
        self._insured = False
        self._running = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        insured: bool = False,
        **kwargs: Any,
    ) -> FerryObservation:
        """Begin a day. The crates depend on the seed and the level, not on the insurance."""
        if level not in BAYS:
            raise ValueError(f"level must be one of {list(BAYS)}")
        level = int(level)
        seed = secrets.randbits(63) if seed is None else seed
        rng = Random(f"ferry {seed} {level}")
        self._crates = draw_crates(rng, NUMBER_OF_CRATES[level])
        self._bays = BAYS[level]
        self._stacks = [[] for _ in self._bays]
        self._insured = bool(insured)
        self._running = True
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe("the quay is yours")

    def step(
        self, action: FerryAction, timeout_s: float | None = None, **kwargs: Any
    ) -> FerryObservation:
        """Carry out one order. Only sailing pays."""
        if not self._running:
            return FerryObservation(done=True, reward=0.0, note="no ferry at the quay: call reset")
        self._state.step_count += 1
        if action.order == "sail":
            return self._sail("sailed")
        note = self._load(action) if action.order == "load" else "unknown order"
        if self._orders_left() == 0:
            return self._sail(f"{note}; the tide came and the ferry sailed")
        return self._observe(note, reward=0.0)

    @property
    def state(self) -> State:
        """The episode's id and the number of orders."""
        return self._state.model_copy()

    def _orders_left(self) -> int:
        return len(self._crates) + SPARE_ORDERS - self._state.step_count

    def _load(self, action: FerryAction) -> str:
        crate = next((c for c in self._crates if c.id == action.crate), None)
        place = next((i for i, bay in enumerate(self._bays) if bay.name == action.bay), None)
        if crate is None or place is None:
            return "no such crate or bay"
        if any(crate in stack for stack in self._stacks):
            return "that crate is on board already"
        bay, stack = self._bays[place], self._stacks[place]
        if len(stack) >= bay.height:
            return "the bay is full"
        if sum(c.weight for c in stack) + crate.weight > bay.limit:
            return "too heavy for the bay"
        stack.append(crate)
        return "loaded"

    def _sail(self, note: str) -> FerryObservation:
        self._running = False
        best, _ = best_stowage(self._crates, self._bays)
        earned = earnings(self._stacks, self._bays, self._insured)
        return self._observe(f"{note}: earned {earned}", reward=max(-1.0, earned / best), done=True)

    def _observe(
        self, note: str, reward: float | None = None, done: bool = False
    ) -> FerryObservation:
        return FerryObservation(
            crates=[CrateCard(**vars(crate)) for crate in self._crates],
            bays=[
                BayCard(**vars(bay), stack=[crate.id for crate in stack])
                for bay, stack in zip(self._bays, self._stacks, strict=True)
            ],
            insured=self._insured,
            orders_left=0 if done else self._orders_left(),
            note=note,
            reward=reward,
            done=done,
        )
