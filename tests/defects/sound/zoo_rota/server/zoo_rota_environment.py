"""One day, one rota."""

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

from ..models import ZooRotaAction, ZooRotaObservation
from ..rota import Plan, draw, problems, read, write

SIZES = {1: (5, 3), 2: (7, 3), 3: (10, 4)}  # by level: animals, keepers
DAYS = 240


@dataclass
class Day:
    """A day and the rota that was handed in."""

    plan: Plan
    readable: bool = False
    breaches: int = 99


def tasks() -> TaskSet[int]:
    """Numbered days; a quarter is held out."""
    train, test = hold_out(range(DAYS), DAYS // 4, seed=0)
    return TaskSet({"train": dict.fromkeys(SIZES, train), "test": dict.fromkeys(SIZES, test)})


class ZooRotaEnvironment(
    VerifiedEnvironment[ZooRotaAction, ZooRotaObservation, VerifiedState, Day]
):
    """Hand in a rota that breaks no rule."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column(
            "kept", lambda t: float(t.facts["readable"] and not t.facts["breaches"]), kind="outcome"
        ),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """As in the base class, but options that are not known are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {name: options[name] for name in ("split", "index", "level") if name in options}

    def begin(self, rng: Random, setup: Setup) -> tuple[Day, ZooRotaObservation]:
        """Draw the day of the task."""
        assert setup.task is not None
        level = setup.task.level
        plan = draw(Random(f"zoo {level} {setup.task.payload}"), *SIZES[level])
        return Day(plan), _observation(plan)

    def advance(self, game: Day, action: ZooRotaAction) -> ZooRotaObservation:
        """Check the rota."""
        rota = read(action.rota)
        if rota is None:
            note = "an entry is an animal, a keeper and an hour; entries are separated by `;`"
            return _observation(game.plan, note, done=True)
        game.readable, game.breaches = True, len(problems(game.plan, rota))
        return _observation(game.plan, "handed in", game.breaches, done=True)

    def facts(self, game: Day) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"readable": game.readable, "breaches": game.breaches}


def _observation(
    plan: Plan, note: str = "", breaches: int = 0, *, done: bool = False
) -> ZooRotaObservation:
    return ZooRotaObservation(
        trained={animal: list(keepers) for animal, keepers in plan.trained.items()},
        hours={animal: list(hours) for animal, hours in plan.hours.items()},
        draft=write(plan.draft),
        problems=breaches,
        note=note,
        done=done,
    )
