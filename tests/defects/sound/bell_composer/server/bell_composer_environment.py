"""One touch to compose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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

from ..models import ComposeAction, ComposeObservation
from ..ringing import LEVELS, PER_LEVEL, Touch, changes, judge, touches


@dataclass
class Tower:
    """The touch of this episode, and what was wrong with the composition."""

    level: int
    touch: Touch
    verdict: str = "no change was written"


def tasks() -> TaskSet[Touch]:
    """The touches; a quarter of each level is held out."""
    train, test = {}, {}
    for level in LEVELS:
        train[level], test[level] = hold_out(touches(level), PER_LEVEL // 4, seed=1715)
    return TaskSet({"train": train, "test": test})


class BellComposerEnvironment(
    VerifiedEnvironment[ComposeAction, ComposeObservation, VerifiedState, Tower]
):
    """Write the changes that lead from one row to another."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("arrives", lambda t: float(not t.facts["verdict"]), kind="outcome"),
        Column(
            "ringable",
            lambda t: float(t.facts["verdict"] in ("", "it ends in another row")),
            kind="format",
            weight=0.0,
        ),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ComposeObservation:
        """Begin an episode; unknown options are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ComposeObservation:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Tower, ComposeObservation]:
        """Show the rows of the task."""
        assert setup.task is not None
        tower = Tower(setup.task.level, Touch(*setup.task.payload))
        return tower, _observe(tower)

    def advance(self, tower: Tower, action: ComposeAction) -> ComposeObservation:
        """Ring the composition."""
        tower.verdict = judge(action.composition, tower.touch, LEVELS[tower.level][1])
        return _observe(tower, done=True)

    def facts(self, tower: Tower) -> Mapping[str, Any]:
        """What was wrong."""
        return {"verdict": tower.verdict}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("split", "index", "level") if name in options}


def _observe(tower: Tower, *, done: bool = False) -> ComposeObservation:
    bells, length = LEVELS[tower.level]
    return ComposeObservation(
        level=tower.level,
        bells=bells,
        start=tower.touch.start,
        target=tower.touch.target,
        changes=length,
        notation=list(changes(bells)),
        verdict=tower.verdict if done else "",
        done=done,
    )
