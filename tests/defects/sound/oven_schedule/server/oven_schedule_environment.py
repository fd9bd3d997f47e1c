"""A morning: up to three plans, of which a right one is paid."""

from __future__ import annotations

import secrets
import uuid
from random import Random
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import Order, PlanAction, PlanObservation
    from ..ovens import (
        HEAT,
        LEVELS,
        OPENS,
        OVENS,
        RELOAD,
        Batch,
        PlanError,
        check_plan,
        clock,
        draw_morning,
    )
except ImportError:
    from models import Order, PlanAction, PlanObservation
    from ovens import (
        HEAT,
        LEVELS,
        OPENS,
        OVENS,
        RELOAD,
        Batch,
        PlanError,
        check_plan,
        clock,
        draw_morning,
    )

PLANS = 3


class OvenScheduleEnvironment(Environment[PlanAction, PlanObservation, State]):
    """Write a plan for the ovens; a plan that keeps every rule is paid 1."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._batches: list[Batch] = []
        self._plans_left = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> PlanObservation:
        """Begin a morning; `level` is 1 or 2."""
        level = 1 if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {list(LEVELS)}, not {level!r}")
        seed = secrets.randbits(48) if seed is None else seed
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._batches = draw_morning(Random(f"morning {level} {seed}"), level)
        self._plans_left = PLANS
        self._done = False
        return self._look(reward=None)

    def step(
        self, action: PlanAction, timeout_s: float | None = None, **kwargs: Any
    ) -> PlanObservation:
        """Take a plan."""
        if self._done:
            return self._look("the morning is over: call reset for another")
        self._state.step_count += 1
        self._plans_left -= 1
        try:
            check_plan(action.plan, self._batches)
        except PlanError as error:
            self._done = self._plans_left == 0
            return self._look(str(error))
        self._done = True
        return self._look(reward=1.0)

    def _look(self, problem: str = "", reward: float | None = 0.0) -> PlanObservation:
        return PlanObservation(
            orders=[
                Order(
                    name=batch.name,
                    minutes=batch.minutes,
                    degrees=batch.degrees,
                    due=clock(batch.due),
                )
                for batch in self._batches
            ],
            ovens=list(OVENS),
            opens=clock(60 * OPENS),
            reload_minutes=RELOAD,
            heat_minutes=HEAT,
            plans_left=self._plans_left,
            problem=problem,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """The episode's id and how many plans were handed in."""
        return self._state.model_copy()
