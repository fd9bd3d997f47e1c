"""A job in a bicycle workshop: a few checks, then the diagnosis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import WorkshopAction, WorkshopView
from ..workshop import CHECKS, CHECKS_ALLOWED, Job, complaint, finding, handbook, jobs

MAX_STEPS = 6
_TASK_OPTIONS = ("split", "index", "level")


@dataclass
class Stand:
    """The bicycle on the stand, and what was done."""

    job: Job
    level: int
    complaint: str
    order: list[str]
    findings: dict[str, str] = field(default_factory=dict)
    right: bool = False


def tasks() -> TaskSet[Job]:
    """Every job is a task; a quarter of each level is held out."""
    train, test = {}, {}
    for level in CHECKS_ALLOWED:
        train[level], test[level] = hold_out(jobs(level), 30, seed=level)
    return TaskSet({"train": train, "test": test})


class BicycleRepair(VerifiedEnvironment[WorkshopAction, WorkshopView, VerifiedState, Stand]):
    """`reset(seed=..., level=1|2, split=...)` takes in a bicycle. A diagnosis ends the episode."""

    max_steps = MAX_STEPS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("checks", lambda t: t.facts["checks"] / len(CHECKS), kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> WorkshopView:
        """As in the base class; options that nobody declared are ignored."""
        known = {name: value for name, value in options.items() if name in _TASK_OPTIONS}
        return super().reset(seed, episode_id, **known)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> WorkshopView:
        """As `reset`."""
        known = {name: value for name, value in options.items() if name in _TASK_OPTIONS}
        return await super().reset_async(seed, episode_id, **known)

    def begin(self, rng: Random, setup: Setup) -> tuple[Stand, WorkshopView]:
        """Take in a bicycle."""
        assert setup.task is not None
        job, level = setup.task.payload, setup.task.level
        order = list(CHECKS)
        rng.shuffle(order)
        stand = Stand(job, level, complaint(rng, job, level), order)
        return stand, _view(stand, "The bicycle is on the stand.")

    def advance(self, game: Stand, action: WorkshopAction) -> WorkshopView:
        """Carry out a check, or compare the diagnosis."""
        if action.kind == "diagnose":
            game.right = action.fault.strip().lower() == game.job.fault
            return _view(game, "The job is closed.", done=True)
        if action.check not in CHECKS:
            return _view(game, "There is no such check.")
        if action.check in game.findings:
            return _view(game, "That was checked.")
        if len(game.findings) >= CHECKS_ALLOWED[game.level]:
            return _view(game, "No checks are left.")
        game.findings[action.check] = finding(game.job.fault, action.check)
        return _view(game, "")

    def facts(self, game: Stand) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right, "checks": len(game.findings)}


def _view(game: Stand, note: str, *, done: bool = False) -> WorkshopView:
    return WorkshopView(
        ticket=f"Job {game.job.number}: {game.job.bicycle}",
        complaint=game.complaint,
        checks=list(game.order),
        known_faults=handbook(),
        findings=dict(game.findings),
        checks_left=CHECKS_ALLOWED[game.level] - len(game.findings),
        note=note,
        done=done,
    )
