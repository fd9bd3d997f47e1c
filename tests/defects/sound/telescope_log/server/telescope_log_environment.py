"""Reading a night's log page by page."""

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

from ..models import Frame, LogAction, LogObservation
from ..nights import LEVELS, PER_PAGE, Line, night

STEPS = 12
NIGHTS = 600


@dataclass
class Reading:
    """The night, and what was read of it."""

    level: int
    fault: str
    lines: list[Line]
    steps: int = 0
    read: list[int] = field(default_factory=list)
    said: str = ""

    @property
    def pages(self) -> int:
        """How many pages the log has."""
        return -(-len(self.lines) // PER_PAGE)


def tasks() -> TaskSet[int]:
    """The numbers of the nights; a sixth of each level is held out."""
    train, test = {}, {}
    for level in LEVELS:
        train[level], test[level] = hold_out(range(NIGHTS), NIGHTS // 6, seed=40 + level)
    return TaskSet({"train": train, "test": test})


class TelescopeLogEnvironment(
    VerifiedEnvironment[LogAction, LogObservation, VerifiedState, Reading]
):
    """Read the log of a night and name what went wrong."""

    max_steps = STEPS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("named", lambda t: float(t.facts["named"]), kind="outcome"),
        Column("read", lambda t: t.facts["read"], kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LogObservation:
        """Begin an episode; unknown options are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LogObservation:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Reading, LogObservation]:
        """Lay out the log of the task's night."""
        assert setup.task is not None
        fault, lines = night(setup.task.level, setup.task.payload)
        reading = Reading(setup.task.level, fault, lines)
        return reading, _observe(reading)

    def advance(self, reading: Reading, action: LogAction) -> LogObservation:
        """Open a page, or take the diagnosis."""
        reading.steps += 1
        if action.tool == "diagnose":
            reading.said = action.fault
            return _observe(reading, done=True)
        if action.page >= reading.pages:
            return _observe(reading, missing=True)
        if action.page not in reading.read:
            reading.read.append(action.page)
        return _observe(reading)

    def facts(self, reading: Reading) -> Mapping[str, Any]:
        """Whether the fault was named, and the part of the log that was read."""
        return {"named": reading.said == reading.fault, "read": len(reading.read) / reading.pages}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("split", "index", "level") if name in options}


def _observe(reading: Reading, *, done: bool = False, missing: bool = False) -> LogObservation:
    shown = [
        Frame(**line)
        for place, line in enumerate(reading.lines)
        if place // PER_PAGE in reading.read
    ]
    return LogObservation(
        level=reading.level,
        exposures=len(reading.lines),
        pages=reading.pages,
        pages_read=sorted(reading.read),
        frames=shown,
        note="no such page" if missing else "",
        steps_left=STEPS - reading.steps,
        done=done,
    )
