"""The episode: one plan, and its reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..models import PlanAction, PlanObservation, Stop
from ..trail import LEVELS, PlanError, Trail, lightest, new_trail, read_plan, walk


@dataclass
class Day:
    """A trail, the load of its lightest plan, and the load of the hiker's plan if it works."""

    trail: Trail
    best: float
    load: float | None = None


def _light(step: Any) -> float:
    load, best = step.facts["load"], step.facts["best"]
    return 0.0 if load is None else min(1.0, max(0.2, best / load))


class HikingWaterEnvironment(VerifiedEnvironment[PlanAction, PlanObservation, VerifiedState, Day]):
    """Plan a day so that the hiker never runs dry and carries little."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(Column("light", _light, kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PlanObservation:
        """Begin an episode; options other than `level` and `split` are ignored."""
        known = {name: options[name] for name in ("level", "split") if name in options}
        return super().reset(seed=seed, episode_id=episode_id, **known)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PlanObservation:
        """`reset` without blocking the event loop."""
        known = {name: options[name] for name in ("level", "split") if name in options}
        return await super().reset_async(seed=seed, episode_id=episode_id, **known)

    def begin(self, rng: Random, setup: Setup) -> tuple[Day, PlanObservation]:
        """Draw a trail."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"level must be one of {sorted(LEVELS)}")
        trail = new_trail(rng, level)
        day = Day(trail, walk(trail, list(lightest(trail).items())))
        return day, _look(day)

    def advance(self, day: Day, action: PlanAction) -> PlanObservation:
        """Walk the trail with this plan."""
        try:
            day.load = walk(day.trail, read_plan(action.plan, day.trail))
        except PlanError as error:
            return _look(day, str(error))
        return _look(day, "the hiker arrives")

    def facts(self, day: Day) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"load": day.load, "best": day.best}


def _look(day: Day, verdict: str = "") -> PlanObservation:
    trail = day.trail
    return PlanObservation(
        length_km=trail.length,
        ml_per_km=trail.drink,
        capacity_ml=trail.capacity,
        stops=[Stop(km=km, name=name, yield_ml=amount) for km, name, amount in trail.stops],
        best_load=day.best,
        load=day.load or 0.0,
        verdict=verdict,
        done=bool(verdict),
    )
